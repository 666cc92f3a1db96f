import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { cashIns, createConfiguration } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { Receiver } from '../../support/receiver.ts';

/** The schema of AsyncAPI documents, by those who define them. */
const ASYNC_API = 'node_modules/@asyncapi/specs/schemas/3.0.0.json';
const TYPES = '{ eventTypes { name context version description jsonSchema sample origin } }';
const NAMES = '{ __type(name: "EventName") { enumValues { name } } }';

interface EventType {
  readonly name: string;
  readonly context: string;
  readonly version: string;
  readonly description: string;
  readonly jsonSchema: { readonly $id: string };
  readonly sample: object;
  readonly origin: string;
}

let gateway: Gateway;
let receiver: Receiver;
let types: readonly EventType[];

beforeAll(async () => {
  [gateway, receiver] = await Promise.all([sharedGateway(), Receiver.start()]);
  types = (await public_(TYPES)).eventTypes;
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

async function public_(query: string) {
  const { body } = await gateway.ask({ query, client: null });
  return body.data ?? {};
}

async function file(path: string, headers = {}) {
  const answer = await fetch(gateway.app.url + path, { headers });
  expect(answer.status).toBe(200);
  return { text: await answer.text(), headers: answer.headers };
}

describe('eventTypes', () => {
  test('has each name but OTHER, with what its body holds', async () => {
    const values: { name: string }[] = (await gateway.data({ query: NAMES })).__type.enumValues;
    const names = values.map(({ name }) => name).filter((name) => name !== 'OTHER');
    expect(types.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(types.find(({ name }) => name === 'POCKET_ACCOUNT_WAS_CREATED')).toMatchObject({
      context: 'POCKET',
      version: '2.0',
      description: 'A pocket account was created.',
      origin: 'PARTNER_API',
    });
  });

  test('has the schema that lies at its id, by which its sample is right', async () => {
    for (const { name, jsonSchema, sample } of types) {
      const path = `/events/schema/${name}.json`;
      expect(jsonSchema.$id).toBe(gateway.app.url + path);
      const { text, headers } = await file(path, { origin: 'https://partner.example' });
      expect(JSON.parse(text)).toEqual(jsonSchema);
      expect(headers.get('content-type')).toBe('application/schema+json');
      const ajv = formats.default(new Ajv2020({ strict: true, allowUnionTypes: true }));
      const check = ajv.compile(jsonSchema);
      expect([check(sample), check({ ...sample, later: true }), check({})]).toEqual([true, true, false]);
    }
    expect((await fetch(`${gateway.app.url}/events/schema/OTHER.json`)).status).toBe(404);
  });
});

interface AsyncApi {
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly payload: object; readonly headers: object }>>;
  };
}

describe('/asyncapi.json', () => {
  test('is right by the schema of AsyncAPI 3.0, and describes each event', async () => {
    const { text } = await file('/asyncapi.json');
    const document = JSON.parse(text) as AsyncApi;
    const ajv = formats.default(new Ajv({ strict: false, meta: false, validateSchema: false }));
    const check = ajv.compile(JSON.parse(readFileSync(ASYNC_API, 'utf8')));
    check(document);
    expect(check.errors ?? []).toEqual([]);
    expect(check({ ...document, asyncapi: '2.6.0' })).toBe(false);
    expect(Object.keys(document.components.messages)).toEqual(types.map(({ name }) => name));
  });

  test('describes what a receiver gets, headers and body', async () => {
    for (const eventName of ['PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED'])
      await createConfiguration(gateway, { eventName, uri: receiver.url('/all') });
    await cashIns(gateway, 2);
    const calls = await eventually(() => Promise.resolve(receiver.calls.length === 4 && receiver.calls));
    const { components } = JSON.parse((await file('/asyncapi.json')).text) as AsyncApi;
    const ajv = formats.default(new Ajv({ strict: true, allowUnionTypes: true }));
    for (const { headers, body } of calls) {
      const message = components.messages[String(headers['webhook-event'])];
      expect(ajv.validate(message?.payload ?? false, JSON.parse(String(body)))).toBe(true);
      expect(ajv.validate(message?.headers ?? false, { ...headers, publicKey: headers['publickey'] })).toBe(true);
    }
  });
});
