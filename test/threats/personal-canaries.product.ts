import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GatewayProcess } from '../support/gateway-process.ts';
import { eventually, type GraphqlBody } from '../support/gateway.ts';
import { OwnWorld } from '../support/own-world.ts';
import { buildServer, TestProcess } from '../support/process.ts';
import { Receiver } from '../support/receiver.ts';
import { requestOf, rootFields } from './tenant-cells.ts';

/**
 * A name that is sent in each place that could name a person, and a pattern for it and the other personal data of the
 * requests. A phone number must be separate: the digits of a trace's ids and instants sometimes contain one at random.
 */
const CANARY = 'Joaquina Canario';
const PERSONAL =
  /Joaquina|Canario|Exemplo|Rua |1002003\d{4}|1990-01-31|@example\.com|(?<![\da-f])(55)?119\d{8}(?![\da-f])/i;
const BULKY = 'image';

/** Mutations with arguments. */
const mutations = rootFields.filter(({ operation, leaves }) => operation === 'mutation' && leaves.length > 0);
let world: OwnWorld;
let collector: Receiver;
let gateway: GatewayProcess;
let token: string;
/** Correlation ids of the requests. */
const sent: string[] = [];

beforeAll(async () => {
  [world] = await Promise.all([OwnWorld.make(), buildServer()]);
  collector = await Receiver.start();
  collector.answer('/v1/traces', (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
  gateway = await GatewayProcess.start({
    ...world.environment,
    LOG_LEVEL: 'trace',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url(''),
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  token = await gateway.freshToken();
});
afterAll(async () => {
  await TestProcess.endAll();
  await collector.stop();
  await world.remove();
});

async function ask(request: { readonly query: string; readonly variables: object }): Promise<GraphqlBody> {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(request),
  });
  const body = (await response.json()) as GraphqlBody;
  sent.push(body.extensions?.correlationId ?? 'a request without a correlation id');
  return body;
}

function traces(): string {
  return collector
    .callsOf('/v1/traces')
    .map(({ body }) => body.toString())
    .join('\n');
}

describe('personal data', () => {
  test.each(mutations.map((mutation) => ({ ...mutation, name: mutation.field.name })))(
    'is not repeated in errors: $name',
    async (mutation) => {
      for (const leaf of mutation.leaves.filter(({ name }) => name !== BULKY)) {
        const { errors = [] } = await ask(requestOf({ ...mutation, leaf }, CANARY));
        expect(JSON.stringify(errors)).not.toMatch(PERSONAL);
        const leafy = requestOf({ ...mutation, leaf }, '10020030240');
        expect(JSON.stringify((await ask(leafy)).errors ?? [])).not.toMatch(PERSONAL);
      }
    },
  );

  test('is in no log line, metric or trace of these requests', async () => {
    expect(sent.length).toBeGreaterThan(mutations.length);
    await eventually(() => {
      const [traced, { output: logged }] = [traces(), gateway.process];
      return Promise.resolve(sent.every((id) => traced.includes(id) && logged.includes(id)));
    });
    const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text();
    const { output, errors } = gateway.process;
    expect(metrics).toContain('gateway_');
    for (const written of [output, errors, metrics, traces()]) {
      const found = written.split('\n').filter((line) => PERSONAL.test(line));
      expect(found).toEqual([]);
    }
  });
});
