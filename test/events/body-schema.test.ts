import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { shownEvents } from '../../src/capabilities.ts';
import { bodySchema, sampleBody } from '../../src/events/body-schema.ts';
import { cashInInput, simulateCashIn } from '../support/cash-ins.ts';
import { eventually, Gateway } from '../support/gateway.ts';
import { CREATE_POCKET, pocketInput } from '../support/pockets.ts';

interface ShownPayload {
  readonly name: string;
  readonly payload: object;
}

const definitions = shownEvents.map(({ definition }) => definition);
const ajv = formats.default(new Ajv2020({ strict: true, allowUnionTypes: true }));
const checks = new Map(definitions.map((event) => [event.name, ajv.compile(bodySchema(event))]));

/** What a body breaks, nothing when it is as its schema says. */
function problemsOf(name: string, body: object): unknown {
  const check = checks.get(name);
  if (check === undefined) throw new Error(`${name} has no schema.`);
  check(body);
  return check.errors ?? [];
}

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());

describe('the JSON Schema of a body', () => {
  test.each(definitions)('of $name fits its sample, and no sample of another event', (event) => {
    expect(problemsOf(event.name, sampleBody(event))).toEqual([]);
    for (const other of definitions.filter(({ name }) => name !== event.name))
      expect(problemsOf(event.name, sampleBody(other))).not.toEqual([]);
  });

  test('fits what is recorded, of every event', async () => {
    await gateway.data({ query: CREATE_POCKET, variables: { input: pocketInput({ metadata: { team: 'a' } }) } });
    for (const rail of ['PIX', 'TED']) await simulateCashIn(gateway, cashInInput({ rail }));
    const events = await eventually(async () => {
      const query = '{ webhookEvents(last: 100) { nodes { name payload } } }';
      const nodes = (await gateway.data({ query })).webhookEvents.nodes as ShownPayload[];
      return definitions.every((event) => nodes.some(({ name }) => name === event.name)) && nodes;
    });
    for (const { name, payload } of events) {
      expect(problemsOf(name, payload)).toEqual([]);
      // Nothing comes along that the schema does not tell of.
      const definition = definitions.find((event) => event.name === name);
      const data = (payload as { data: object }).data;
      expect(Object.keys(data).sort()).toEqual(Object.keys(definition?.data ?? {}).sort());
    }
  });
});
