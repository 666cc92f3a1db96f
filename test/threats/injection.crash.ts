import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { newConfiguration } from '../support/configurations.ts';
import { Gateway } from '../support/gateway.ts';
import { CREATE_POCKET, pocketInput, pocketUser, setPocketLimit } from '../support/pockets.ts';

const lines: string[] = [];
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ logger: pino({ level: 'debug', base: null }, sink) });
  await setPocketLimit(gateway, '200001', 1_000);
});
afterAll(() => gateway.stop());

/** Texts that another component could interpret; each fits into a label. */
const STORED = [
  "'; drop table pocket; --",
  "' or ''='",
  '$1 $$ \\x27 %s ${7*7} {{7*7}}',
  'a\\"b\\\\',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '=cmd|x!A0',
  '☃ 👩‍👩‍👧‍👦 é',
];

/** Texts that cannot be stored unchanged, or are not shown as they are written. */
const REFUSED = ['\u202eoga\u202c', 'line\u2028separator', 'a\0b', '\ud800', 'a\udc00b', '\uFFFE\0'];

describe('a text of a person', () => {
  test.each(STORED)('is stored and shown unchanged: %j', async (text) => {
    const { createPocket } = await gateway.data({
      query: CREATE_POCKET,
      variables: { input: pocketInput({ label: text, metadata: { [text]: text } }) },
    });
    expect(createPocket).toMatchObject({ __typename: 'CreatePocketSuccess', pocket: { label: text } });
    expect(Object.entries(createPocket.pocket.metadata)).toEqual([[text, text]]);
    expect(await gateway.data({ query: '{ viewer { partner } }' })).toEqual({ viewer: { partner: 'ACME_PAY' } });
  });

  test.each(REFUSED)('that cannot be stored is refused: %j', async (text) => {
    const input = pocketInput({ user: pocketUser({ name: text }) });
    const { status, body } = await gateway.ask({ query: CREATE_POCKET, variables: { input } });
    expect([200, 400]).toContain(status);
    const isTyped = body.data?.createPocket?.__typename === 'InvalidInputError';
    expect(isTyped || body.errors?.[0]?.extensions['code'] === 'BAD_USER_INPUT').toBe(true);
  });

  test.each(['\r\n{"level":50,"msg":"forged"}', '\nforged', '\r', '\u0085', '\u2028forged'])(
    'cannot forge a log line: %j',
    async (text) => {
      lines.length = 0;
      await gateway.ask({ query: CREATE_POCKET, variables: { input: pocketInput({ label: `x${text}` }) } });
      await gateway.ask({
        query: `query Named { paymentAccount(number: ${JSON.stringify(text)}) { id } }`,
        headers: { 'user-agent': encodeURIComponent(text), 'api-version': '1.0' },
      });
      expect(lines).not.toEqual([]);
      for (const line of lines) {
        expect(line.trimEnd()).not.toMatch(/[\r\n\u0085\u2028]/);
        expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' });
      }
      expect(lines.join('')).not.toContain('forged');
    },
  );
});

describe('an argument', () => {
  test.each([...STORED, ...REFUSED, '1; select pg_sleep(10)', "1' union select * from partner --", '../../etc/passwd'])(
    'finds nothing and breaks nothing: %j',
    async (value) => {
      const query = `query ($value: String!, $id: ID!) {
        paymentAccount(number: $value) { id } pocket(number: $value) { id } pixEntry(key: $value) { id }
        documentAnalysis(token: $value) { token } customer(documentNumber: $value) { id } node(id: $id) { id }
      }`;
      const { status, body } = await gateway.ask({ query, variables: { value, id: value } });
      const codes = body.errors?.map(({ extensions }) => extensions['code']) ?? [];
      expect(new Set([...codes, 'BAD_USER_INPUT'])).toEqual(new Set(['BAD_USER_INPUT']));
      const found = Object.values(status === 200 ? body.data : {}).filter((each) => each !== null);
      expect(found).toEqual([]);
    },
  );

  test('named like a prototype changes nothing', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await gateway.token('acme-pay')}` };
    const body = '{"query":"{ viewer { partner } }","__proto__":{"admin":true},"variables":{"__proto__":{"a":1}}}';
    const response = await fetch(`${gateway.app.url}/graphql`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect({}).not.toHaveProperty('admin');
  });
});

test('a public key cannot forge a webhook header', async () => {
  await expect(newConfiguration(gateway, { publicKey: 'key\r\nx-forged: 1' })).rejects.toThrow();
});
