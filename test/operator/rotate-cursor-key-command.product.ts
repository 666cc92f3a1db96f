import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { endOf } from '../../src/operator/command.ts';
import { resealSecrets } from '../../src/operator/reseal-secrets-command.ts';
import { rotateCursorKey } from '../../src/operator/rotate-cursor-key-command.ts';
import { Gateway } from '../support/gateway.ts';
import { OwnWorld } from '../support/own-world.ts';

const [A, B] = ['a'.repeat(32), 'b'.repeat(32)];

let world: OwnWorld;
let gateway: Gateway | undefined;

beforeAll(async () => {
  world = await OwnWorld.make();
});
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
});
afterAll(() => world.remove());

const environment = (keys: string) => ({ ...world.environment, SECRETS_KEY: keys });
const rotateWith = (changes: object, ...args: string[]) =>
  endOf(rotateCursorKey, { args, environment: { ...world.environment, ...changes } });
const rotate = (...args: string[]) => rotateWith({ SECRETS_KEY: A }, ...args);
const reseal = (keys: string) => endOf(resealSecrets, { args: ['--yes'], environment: environment(keys) });

/** Does `work` while a gateway serves; the embedded database allows one process only. */
async function served<Result>(keys: string, work: (gateway: Gateway) => Promise<Result>): Promise<Result> {
  gateway = await Gateway.start({ environment: environment(keys) });
  const result = await work(gateway);
  await gateway.stop();
  gateway = undefined;
  return result;
}

async function firstCursor(serving: Gateway): Promise<string> {
  return (await serving.data({ query: '{ webhookEvents(first: 1) { edges { cursor } } }' })).webhookEvents.edges[0]
    .cursor;
}

/** Returns the code of the refusal, or undefined. */
async function refusalOf(serving: Gateway, after: string): Promise<unknown> {
  const query = 'query ($after: String) { webhookEvents(first: 1, after: $after) { nodes { id } } }';
  return (await serving.ask({ query, variables: { after } })).body.errors?.[0]?.extensions['code'];
}

describe('npm run rotate-cursor-key', () => {
  test('says outside sandbox mode that the key is encrypted with a stored one if SECRETS_KEY is not set', async () => {
    const { code, output } = await rotateWith({ SANDBOX: 'false' });
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/\nSECRETS_KEY is not set: a new cursor key is encrypted/),
    ]);
    expect((await rotateWith({})).output).not.toContain('SECRETS_KEY');
  });

  test('keeps cursors valid, and with --compromised ends them', async () => {
    const cursor = await served(A, firstCursor);
    const output = expect.stringMatching(/^A new key encrypts cursors from 20\S+ \S+ on; cursors of .* for 30 days/);
    expect(await rotate()).toEqual({ code: 0, output, errors: '' });
    expect(await served(A, (serving) => refusalOf(serving, cursor))).toBeUndefined();
    expect(await rotate('--compromised')).toMatchObject({ code: 0 });
    expect(await served(A, (serving) => refusalOf(serving, cursor))).toBe('CURSOR_EXPIRED');
  });

  test('seals its keys with SECRETS_KEY, and they are sealed again with the secrets', async () => {
    const cursor = await served(A, firstCursor);
    expect(await reseal(`${B},${A}`)).toMatchObject({ code: 0, output: expect.stringMatching(/\d cursor keys/) });
    expect(await served(B, (serving) => refusalOf(serving, cursor))).toBeUndefined();
    await expect(served(A, firstCursor)).rejects.toThrow(/^The cursor keys are encrypted with a passphrase/);
    expect(await reseal(A)).toMatchObject({ code: 1, errors: expect.stringMatching(/^No passphrase of SECRETS_KEY/) });
  });

  test('creates no key that processes cannot decrypt: it is refused without their SECRETS_KEY, unless that is lost', async () => {
    const errors = expect.stringMatching(/^The cursor keys are encrypted with a passphrase that SECRETS_KEY lacks/);
    expect(await rotateWith({ SECRETS_KEY: A })).toMatchObject({ code: 1, errors });
    expect(await rotateWith({})).toMatchObject({ code: 1, errors });
    expect(await rotateWith({}, '--compromised')).toMatchObject({ code: 1, errors });
    const cursor = await served(B, firstCursor);
    expect(await rotateWith({ SECRETS_KEY: A }, '--compromised')).toMatchObject({ code: 0 });
    expect(await served(A, (serving) => refusalOf(serving, cursor))).toBe('CURSOR_EXPIRED');
  });
});
