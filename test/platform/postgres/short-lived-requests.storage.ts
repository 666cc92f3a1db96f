import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GatewayProcess } from '../../support/gateway-process.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { buildServer, SERVER, TestProcess } from '../../support/process.ts';
import { serverUrl } from '../../support/test-database.ts';

const AT_ONCE = 16;
/** Requests until code is compiled and the space of young objects has grown. */
const WARM_UP = 1_000;
const MEASURED = 2_000;
const BYTES_PER_MB = 2 ** 20;
/**
 * What a request may leave in the old generation, in bytes. One reference from an old object suffices to keep all that
 * the request made, 12,000 and more: that is copied twice, and stays until the whole heap is collected.
 */
const LEFT_BYTES_MAX = 4_000;

const PAGE = '{ paymentAccount(number: "200001") { pockets(first: 10) { nodes { id label } } } }';

let world: OwnWorld | undefined;
let gateway: GatewayProcess;

beforeAll(async () => {
  if (serverUrl === undefined) return;
  await buildServer();
  world = await OwnWorld.make();
  gateway = await GatewayProcess.start(world.environment, '--trace-gc', SERVER);
});
afterAll(async () => {
  await TestProcess.endAll();
  await world?.remove();
});

async function ask(times: number, query: string, variables: () => object): Promise<void> {
  let left = times;
  const client = async () => {
    while (left-- > 0) await gateway.ask(query, variables());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

/** Returns what scavenges have added to the old generation, in bytes: V8 prints what is left after each. */
function left(output: string): number {
  const collections = [...output.matchAll(/ms: (Scavenge|Mark-Compact).*? -> ([\d.]+) /g)];
  if (collections.length === 0) throw new Error(`V8 reports no collections: ${output}`);
  const sizes = collections.map(([, kind, size]) => ({ kind, size: Number(size) }));
  const added = sizes.map(({ kind, size }, nth) => (kind === 'Scavenge' ? size - (sizes[nth - 1]?.size ?? size) : 0));
  return added.reduce((sum, size) => sum + size, 0) * BYTES_PER_MB;
}

/** PGlite, in the same process, leaves objects of its own. */
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

onPostgreSql('on PostgreSQL', () => {
  test.each([
    ['a page', PAGE, () => ({})],
    ['a mutation', CREATE_POCKET, () => ({ input: pocketInput({ accountNumber: '999999' }) })],
  ])('%s leaves nothing that stays until the whole heap is collected', async (_, query, variables) => {
    await ask(WARM_UP, query, variables);
    const { length } = gateway.process.output;
    await ask(MEASURED, query, variables);
    expect(left(gateway.process.output.slice(length)) / MEASURED).toBeLessThan(LEFT_BYTES_MAX);
  });
});
