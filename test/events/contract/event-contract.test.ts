import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { cashIns, createConfiguration } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { Receiver } from '../../support/receiver.ts';

/** The official JSON Schema of AsyncAPI documents. */
const ASYNC_API = 'node_modules/@asyncapi/specs/schemas/3.0.0.json';
const PIX = 'PIX_CASH_IN_WAS_CLEARED';
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
  types = (await publicData(TYPES)).eventTypes;
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

async function publicData(query: string) {
  const { body } = await gateway.ask({ query, client: null });
  return body.data ?? {};
}

async function file(path: string, headers = {}) {
  const answer = await fetch(gateway.app.url + path, { headers });
  expect(answer.status).toBe(200);
  return { text: await answer.text(), headers: answer.headers };
}

describe('eventTypes', () => {
  test('list each name except OTHER, with its description', async () => {
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

  test('have the schema that is served at its $id, and a sample that is valid by it', async () => {
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

interface AsyncMessage {
  readonly contentType: string;
  readonly payload: object;
  readonly headers: object;
  readonly examples: readonly { readonly payload: object }[];
}

interface AsyncApi {
  readonly components: {
    readonly messages: Readonly<Record<string, AsyncMessage>>;
  };
}

describe('/asyncapi.json', () => {
  test('is valid by the schema of AsyncAPI 3.0, and describes each event', async () => {
    const { text } = await file('/asyncapi.json');
    const document = JSON.parse(text) as AsyncApi;
    const ajv = formats.default(new Ajv({ strict: false, meta: false, validateSchema: false }));
    const check = ajv.compile(JSON.parse(readFileSync(ASYNC_API, 'utf8')));
    check(document);
    expect(check.errors ?? []).toEqual([]);
    expect(check({ ...document, asyncapi: '2.6.0' })).toBe(false);
    const names = [...types.map(({ name }) => name), 'PING'];
    expect(Object.keys(document.components.messages)).toEqual(
      names.flatMap((name) => [name, `${name}.CLOUDEVENTS`, `${name}.ENVELOPES`]),
    );
  });

  test('describes the headers and bodies that a receiver gets', async () => {
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

  test.each(['STANDARD', 'CLOUDEVENTS', 'ENVELOPES'])(
    'describes a ping and a sample in the format %s',
    async (format) => {
      const path = `/${format}`;
      const { id } = await createConfiguration(gateway, { format, uri: receiver.url(path), eventName: PIX });
      await gateway.data({
        query: `mutation ($id: ID!) { pingWebhookConfiguration(input: { configurationId: $id }) { __typename } }`,
        variables: { id },
      });
      await gateway.data({
        query: `mutation ($id: ID!, $name: EventName!) {
        sendSampleEvent(input: { configurationId: $id, eventName: $name }) { __typename } }`,
        variables: { id, name: PIX },
      });
      const calls = receiver.callsOf(path);
      expect(calls.map(({ headers }) => headers['webhook-event'])).toEqual(['PING', PIX]);
      const { components } = JSON.parse((await file('/asyncapi.json')).text) as AsyncApi;
      const ajv = formats.default(new Ajv({ strict: true, allowUnionTypes: true }));
      for (const { headers, body } of calls) {
        const name = String(headers['webhook-event']);
        const message = components.messages[format === 'STANDARD' ? name : `${name}.${format}`];
        expect(headers['content-type']).toContain(message?.contentType);
        for (const payload of [JSON.parse(String(body)), message?.examples[0]?.payload])
          expect([ajv.validate(message?.payload ?? false, payload), ajv.errors]).toEqual([true, null]);
      }
    },
  );
});
