import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GatewayProcess, TemporaryFolders } from '../support/gateway-process.ts';
import { eventually, type GraphqlBody } from '../support/gateway.ts';
import { copyOfWorld } from '../support/temporary-folders.ts';
import { buildServer, TestProcess } from '../support/process.ts';
import { Receiver } from '../support/receiver.ts';
import { requestOf, rootFields } from './tenant-cells.ts';

/** Put where a person could be named, one place after the other; and what the requests carry beside it. */
const CANARY = 'Joaquina Canario';
const PERSONAL = /Joaquina|Canario|Exemplo|Rua |1002003\d{4}|1990-01-31|@example\.com|119\d{8}/i;
const BULKY = 'image';

const folders = new TemporaryFolders();
const mutations = rootFields.filter(({ operation }) => operation === 'mutation');
let collector: Receiver;
let gateway: GatewayProcess;
let token: string;

beforeAll(async () => {
  await buildServer();
  collector = await Receiver.start();
  collector.answer('/v1/traces', (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
  gateway = await GatewayProcess.start({
    DATA_DIR: copyOfWorld(folders),
    LOG_LEVEL: 'trace',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url(''),
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  token = await gateway.freshToken();
});
afterAll(async () => {
  await TestProcess.endAll();
  await collector.stop();
  folders.remove();
});

async function ask(request: { readonly query: string; readonly variables: object }): Promise<GraphqlBody> {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(request),
  });
  return (await response.json()) as GraphqlBody;
}

function traces(): string {
  return collector
    .callsOf('/v1/traces')
    .map(({ body }) => body.toString())
    .join('\n');
}

describe('personal data', () => {
  test.each(mutations.map((mutation) => ({ ...mutation, name: mutation.field.name })))(
    'is repeated by no error: $name',
    async (mutation) => {
      for (const leaf of mutation.leaves.filter(({ name }) => name !== BULKY)) {
        const { errors = [] } = await ask(requestOf({ ...mutation, leaf }, CANARY));
        expect(JSON.stringify(errors)).not.toMatch(PERSONAL);
        const leafy = requestOf({ ...mutation, leaf }, '10020030240');
        expect(JSON.stringify((await ask(leafy)).errors ?? [])).not.toMatch(PERSONAL);
      }
    },
  );

  test('is in no line of the log, no metric and no trace of all of these', async () => {
    await eventually(() => Promise.resolve(mutations.every(({ field }) => traces().includes(field.name))));
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    const { output, errors } = gateway.process;
    for (const { field } of mutations) expect(output).toContain(`"${field.name}"`);
    expect(metrics).toContain('gateway_');
    for (const written of [output, errors, metrics, traces()]) {
      const found = written.split('\n').filter((line) => PERSONAL.test(line));
      expect(found).toEqual([]);
    }
  });
});
