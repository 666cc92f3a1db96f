import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { openSecretBox } from '../../../../src/platform/schema/open-secret-box.ts';
import { systemClock } from '../../../../src/platform/system.ts';
import { readStorageConfig } from '../../../../src/config/storage.ts';
import { endOf } from '../../../../src/operator/command.ts';
import { Database } from '../../../../src/platform/database/database.ts';
import { CLAIM_INTENT, GIVE_INTENT_UP } from '../../../../src/extensions/provider/intents/intent.rows.ts';
import { commandNamed } from '../../../support/command-named.ts';
import { OwnWorld } from '../../../support/own-world.ts';
import { withDatabase } from '../../../support/pocket-world.ts';

const WANTED = {
  ...{ accountNumber: '200001', currency: 'BRL', label: 'By hand', useCase: 'CORPORATE_EXPENSES', metadata: null },
  user: { name: 'Maria Exemplo', document: { value: '10020030240', type: 'CPF' }, birthDate: '1990-01-31' },
};
const pocketOf = (number: string) => ({
  ...{ number, label: 'By hand', currency: 'BRL', status: 'ACTIVE', reason: 'HOLDER_REQUEST', category: 'POCKET' },
  ...{ useCase: 'CORPORATE_EXPENSES', createdAt: '2026-11-24T10:00:00Z', user: WANTED.user },
});

let world: OwnWorld;

beforeAll(async () => {
  world = await OwnWorld.make();
});
afterAll(() => world.remove());

const run = (args: readonly string[], input: unknown = '') =>
  endOf(commandNamed('provider'), {
    args: ['settle', ...args],
    environment: world.environment,
    input: () => Promise.resolve(typeof input === 'string' ? input : JSON.stringify(input)),
  });

/** Stores a mutation whose outcome is unknown. */
function unknownIntent(changes: object = {}): Promise<{ id: string; key: string; correlationId: string }> {
  return withDatabase(world.environment, async (opened) => {
    const secrets = await openSecretBox(readStorageConfig(world.environment), opened);
    const database = new Database(opened.sessions);
    const [id, key, lease, correlationId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const at = new Date().toISOString();
    await database.run(CLAIM_INTENT, {
      ...{ id, key, lease, correlationId, partnerId: 'ACME_PAY', client: 'acme-pay', mutation: 'createPocket' },
      ...{
        isClientsKey: true,
        waitsForDisk: true,
        fingerprint: key,
        turn: null,
        leasedUntil: at,
        now: at,
        machineAt: at,
      },
      request: secrets.seal(JSON.stringify({ ...WANTED, ...changes }), id),
    });
    await database.run(GIVE_INTENT_UP, { id, lease });
    return { id, key, correlationId };
  });
}

const rows = (text: string, values: readonly string[]): Promise<readonly Record<string, unknown>[]> =>
  withDatabase(world.environment, ({ entityManager }) => entityManager.fork().execute(text, [...values]));
const stateOf = async (id: string) =>
  (await rows('select state, request, result_id from provider_intent where id = ?', [id]))[0];
const audited = (correlationId: string) =>
  rows('select client, mutation, result from audit_outbox where correlation_id = ?', [correlationId]);

describe('npm run provider -- settle', () => {
  test('shows a mutation with an unknown outcome, without its input, and settles it as not executed', async () => {
    const { id, key, correlationId } = await unknownIntent();
    const { output } = await run([]);
    expect(output).toContain(`${id}: createPocket of ACME_PAY at `);
    expect(output).toContain(`idempotency key ${key}, correlation id ${correlationId}\n`);
    expect(output).not.toContain('Maria');
    expect(await run([id, 'not-executed'])).toMatchObject({ code: 0, errors: '' });
    expect(await stateOf(id)).toMatchObject({ state: 'NOT_EXECUTED', request: null });
    expect(await audited(correlationId)).toEqual([
      { client: 'operator', mutation: 'createPocket', result: 'NotExecuted' },
    ]);
    expect((await run([id, 'not-executed'])).errors).toContain('No mutation with this id');
    expect((await run([])).output).toBe('No mutation has the outcome UNKNOWN.\n');
  });

  test('settles it as executed, once, with the result of the provider, its event and its key', async () => {
    const { id, key, correlationId } = await unknownIntent();
    const body = { data: pocketOf('4711BRL'), links: [] };
    expect(await run([id, 'executed'], body)).toMatchObject({ code: 0, errors: '' });
    expect(await stateOf(id)).toMatchObject({ state: 'SUCCEEDED', request: null, result_id: id });
    expect(await rows('select label from pocket where number = ?', ['4711BRL'])).toEqual([{ label: 'By hand' }]);
    expect(await rows('select result_id from idempotency_key where key = ?', [key])).toEqual([{ result_id: id }]);
    expect(await rows('select name from outbox where entity_id = ?', ['4711BRL'])).toEqual([
      { name: 'POCKET_ACCOUNT_WAS_CREATED' },
    ]);
    expect(await audited(correlationId)).toEqual([
      { client: 'operator', mutation: 'createPocket', result: 'CreatePocketSuccess' },
    ]);
    expect((await run([id, 'executed'], body)).errors).toContain('No mutation with this id');
  });

  test('goes by the clock of the database: on a machine whose clock is slow, the key does not expire early', async () => {
    const { id, key } = await unknownIntent();
    const machine = jest.spyOn(systemClock, 'now').mockReturnValue(new Date('2001-01-01T00:00:00Z'));
    expect(await run([id, 'executed'], { data: pocketOf('4713BRL') })).toMatchObject({ code: 0, errors: '' });
    machine.mockRestore();
    expect(await rows('select 1 from idempotency_key where key = ? and expires_at > now()', [key])).toHaveLength(1);
    const settledNow = `select 1 from provider_intent where id = ? and settled_at > now() - interval '1 hour'`;
    expect(await rows(settledNow, [id])).toHaveLength(1);
  });

  test('refuses in a sentence what is not an answer or cannot be stored, and settles nothing', async () => {
    const { id } = await unknownIntent();
    const other = await unknownIntent({ accountNumber: '999999' });
    const body = { data: pocketOf('4712BRL') };
    const sentences: string[] = [];
    const typed: readonly (readonly [readonly string[], unknown])[] = [
      [[id, 'executed'], 'no JSON'],
      [[id, 'executed'], { data: { number: 1 } }],
      [[other.id, 'executed'], body],
      [[id, 'maybe'], body],
      [['4711', 'executed'], body],
    ];
    // One after the other: the embedded database allows one process only.
    for (const [args, input] of typed) sentences.push((await run(args, input)).errors.slice(0, 40));
    expect(sentences).toEqual([
      "Standard input must be the JSON body of the provider's response.".slice(0, 40),
      'Standard input is not a response of the provider'.slice(0, 40),
      'Its account is not stored here: let the partner'.slice(0, 40),
      'The outcome must be executed or not-executed.'.slice(0, 40),
      '"4711" is not the id of a mutation: npm run provider'.slice(0, 40),
    ]);
    expect(await stateOf(id)).toMatchObject({ state: 'UNKNOWN' });
    expect(await stateOf(other.id)).toMatchObject({ state: 'UNKNOWN' });
  });
});
