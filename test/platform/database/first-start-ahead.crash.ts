import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../../support/gateway.ts';
import { GatewayProcess, TemporaryFolders } from '../../support/gateway-process.ts';
import { buildServer, TestProcess } from '../../support/process.ts';

const YEAR_MS = 365 * 24 * 3_600_000;
const folders = new TemporaryFolders();

beforeAll(buildServer);
afterAll(async () => {
  await TestProcess.endAll();
  folders.remove();
});

const LAST_EVENTS = `query ($after: String) {
  webhookEvents(first: 100, after: $after) { nodes { entityId } pageInfo { endCursor } } }`;
const POCKETS = '{ paymentAccount(number: "200001") { pockets(first: 5) { nodes { number } } } }';

test('a gateway whose clock was a year ahead at its first start also starts once the clock is right', async () => {
  const environment = { DATA_DIR: folders.make(), SANDBOX: 'true' };
  const ahead = await GatewayProcess.start({
    ...environment,
    NODE_OPTIONS: `--import ${pathToFileURL('test/faults/stepping-clock.mjs').href}`,
    CLOCK_AHEAD_MS: String(YEAR_MS),
  });
  const first = await ahead.createPocket(crypto.randomUUID(), '200001');
  const { endCursor } = (await ahead.ask(LAST_EVENTS)).webhookEvents.pageInfo;
  await ahead.process.end('SIGTERM');
  const right = await GatewayProcess.start(environment);
  const second = await right.createPocket(crypto.randomUUID(), '200001');
  await eventually(async () => {
    const nodes: readonly { entityId: string }[] = (await right.ask(LAST_EVENTS, { after: endCursor })).webhookEvents
      .nodes;
    return nodes.some(({ entityId }) => entityId === second.number);
  });
  const pockets: readonly { number: string }[] = (await right.ask(POCKETS)).paymentAccount.pockets.nodes;
  expect(pockets.map(({ number }) => number).toSorted()).toEqual([first.number, second.number].toSorted());
});
