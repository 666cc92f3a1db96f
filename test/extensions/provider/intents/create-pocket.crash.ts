import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../../support/gateway.ts';
import {
  countPockets,
  createPocket,
  CREATE_POCKET,
  expectSuccess,
  pocketInput,
  setPocketLimit,
} from '../../../support/pockets.ts';
import { statementsOf } from '../../../support/statement-spans.ts';
import { sql } from '../../../support/webhooks.ts';
import { Rig } from '../rig.ts';

const UNANSWERED = 'The provider has not answered yet: send the same request again, or ask idempotentOutcome.';
const OUTCOME = `query Outcome($key: UUID!) { idempotentOutcome(mutation: CREATE_POCKET, key: $key) {
  state firstSeenAt refusal nextTryAt correlationId subject { id }
} }`;
describe('a pocket that the provider creates', () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.start({ PROVIDER_TIMEOUT_SECONDS: '2' });
    for (const number of ['200001', '200002', '200003']) await setPocketLimit(rig.bank, number, 1_000);
  });
  afterAll(() => rig.stop());

  const outcome = async (key: string) =>
    (await rig.front.data({ query: OUTCOME, variables: { key } })).idempotentOutcome;

  const pocketsOf = async (label: string) => {
    const query = '{ paymentAccount(number: "200001") { pockets(first: 100) { nodes { number label } } } }';
    const of = async (gateway: Rig['bank']) => {
      const { paymentAccount } = await gateway.data({ query });
      const pockets: readonly { label: string }[] = paymentAccount.pockets.nodes;
      return pockets.filter((pocket) => pocket.label === label);
    };
    return { bank: await of(rig.bank), front: await of(rig.front) };
  };

  test('takes one statement here before the call, and one transaction after it', async () => {
    await expectSuccess(createPocket(rig.front, pocketInput()));
    const statements = await statementsOf((headers) => createPocket(rig.front, pocketInput(), { headers }));
    // Statements of the bank, of what is shown, of the gate, which is read each second, and of PostgreSQL's wake-up.
    const others = ['lock_account', 'decide_pocket', 'find_payment_accounts', 'list_provider_gates', 'notify_wake_up'];
    expect(statements.filter((name) => !others.includes(name))).toEqual([
      'claim_provider_intent',
      'settle_provider_intent',
      'claim_idempotency_key',
      'find_pocket_by_number',
      'find_payment_account_by_number',
      'record_own_event',
      'note_provider_readings',
      'insert_pocket',
      'add_audit_entry',
    ]);
  });

  test('is the same on both sides, with its event, and is replayed', async () => {
    const input = pocketInput({ label: 'Both sides', metadata: { branch: 'South' } });
    const made = await expectSuccess(createPocket(rig.front, input));
    expect(made).toMatchObject({ replayed: false, metadata: { branch: 'South' }, pocket: { label: 'Both sides' } });
    const { bank, front } = await pocketsOf('Both sides');
    expect(bank).toEqual(front);
    expect(bank).toHaveLength(1);
    const again = await expectSuccess(createPocket(rig.front, input));
    expect(again).toEqual({ ...made, replayed: true });
    expect(await createPocket(rig.front, { ...input, label: 'Another' })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      message: 'The idempotency key was used with another input within the last 6 minutes.',
    });
    const query = '{ webhookEvents(last: 1) { nodes { name entityId } } }';
    const event = await eventually(async () => {
      const [last] = (await rig.front.data({ query })).webhookEvents.nodes;
      return last?.entityId === made.pocket.number && last;
    });
    expect(event.name).toBe('POCKET_ACCOUNT_WAS_CREATED');
    expect(await outcome(String(input['idempotencyKey']))).toMatchObject({
      state: 'SUCCEEDED',
      subject: { id: made.pocket.id },
    });
    const noted = 'select part from provider_reading where subject_id = (select id from pocket where number = ?)';
    expect(await sql(rig.front, noted, [made.pocket.number])).toEqual([{ part: '' }]);
    const audited = `select result from audit_entry where correlation_id = ? union all
      select result from audit_outbox where correlation_id = ?`;
    const { correlationId } = await outcome(String(input['idempotencyKey']));
    expect(await sql(rig.front, audited, [correlationId, correlationId])).toEqual([{ result: 'CreatePocketSuccess' }]);
  });

  test.each(['lost-answer', '500', 'timeout'] as const)('is made once when the answer is %s', async (fault) => {
    const input = pocketInput({ label: `Once in spite of ${fault}` });
    await rig.fail(fault);
    const { body } = await rig.front.ask({ query: CREATE_POCKET, variables: { input } });
    const key = input['idempotencyKey'];
    expect(body).toMatchObject({
      errors: [
        {
          message: UNANSWERED,
          extensions: {
            code: 'SERVICE_UNAVAILABLE',
            outcome: { mutation: 'CREATE_POCKET', key, state: 'RUNNING' },
            retryAfterSeconds: 1,
          },
        },
      ],
    });
    const { firstSeenAt } = await outcome(String(key));
    // A worker sends it again, under the same key; a repeat of the request waits for that.
    rig.front.clock.advance(2);
    const made = await eventually(async () => {
      const { body: again } = await rig.front.ask({ query: CREATE_POCKET, variables: { input } });
      return again.errors === undefined && again.data?.createPocket;
    });
    expect(made).toMatchObject({ __typename: 'CreatePocketSuccess', replayed: true });
    expect(await outcome(String(key))).toMatchObject({ state: 'SUCCEEDED', firstSeenAt });
    const { bank, front } = await pocketsOf(`Once in spite of ${fault}`);
    expect(bank).toHaveLength(1);
    expect(front).toEqual(bank);
  });

  test('is searched for when its key may be forgotten, although the clock of the database was set back', async () => {
    const input = pocketInput({ label: 'Set back' });
    const key = input['idempotencyKey'];
    rig.front.clock.hold();
    await rig.fail('lost-answer');
    expect((await rig.front.ask({ query: CREATE_POCKET, variables: { input } })).status).toBe(503);
    // An hour has passed since, which only the clock of the machine shows.
    await sql(rig.front, `update provider_intent set machine_at = machine_at - interval '1 hour' where key = ?`, [key]);
    await sql(rig.bank, 'delete from idempotency_key where key = ?', [key]);
    rig.front.clock.release();
    await eventually(async () => (await outcome(String(key))).state === 'SUCCEEDED');
    const { bank, front } = await pocketsOf('Set back');
    expect(bank).toHaveLength(1);
    expect(front).toEqual(bank);
  });

  test('is certainly not made if nothing was sent, and the key is free', async () => {
    const input = pocketInput({ accountNumber: '200002', label: 'Later' });
    await rig.fail('429');
    const { body, headers } = await rig.front.ask({ query: CREATE_POCKET, variables: { input } });
    expect(body.errors?.[0]).toMatchObject({
      message: expect.stringMatching(/^The provider is not available: .* Nothing was done\.$/),
      extensions: { code: 'SERVICE_UNAVAILABLE' },
    });
    expect(headers.get('retry-after')).toBe('1');
    expect(await outcome(String(input['idempotencyKey']))).toBeNull();
    rig.front.clock.advance(2);
    const made = await eventually(async () => {
      const { body: again } = await rig.front.ask({ query: CREATE_POCKET, variables: { input } });
      return again.errors === undefined && again.data?.createPocket;
    });
    expect(made).toMatchObject({ __typename: 'CreatePocketSuccess', replayed: false });
  });

  test('is refused by an unknown code', async () => {
    const input = pocketInput({ accountNumber: '200002' });
    await rig.fail('unmapped');
    const query = CREATE_POCKET.replace(
      '... on DomainError',
      '... on UnmappedRefusalError { upstreamStatus upstreamCode upstreamMessages } ... on DomainError',
    );
    const { createPocket: refused } = await rig.front.data({ query, variables: { input } });
    expect(refused).toEqual({
      __typename: 'UnmappedRefusalError',
      code: 'UNMAPPED_REFUSAL',
      status: 422,
      message: 'The provider refused for a reason that this gateway does not know.',
      upstreamStatus: 422,
      upstreamCode: 'RULE_OF_TOMORROW',
      upstreamMessages: ['A rule that came later.'],
    });
    expect(await outcome(String(input['idempotencyKey']))).toMatchObject({
      state: 'REFUSED',
      refusal: 'UNMAPPED_REFUSAL',
    });
    expect(await createPocket(rig.front, input)).toMatchObject({ __typename: 'CreatePocketSuccess', replayed: false });
  });

  test('is made once by two hundred twins', async () => {
    const input = pocketInput({ accountNumber: '200003', idempotencyKey: randomUUID() });
    const made = await Promise.all(Array.from({ length: 200 }, () => createPocket(rig.front, input)));
    expect(new Set(made.map(({ pocket }) => pocket.id)).size).toBe(1);
    expect(made.filter(({ replayed }) => replayed === false)).toHaveLength(1);
    expect(await countPockets(rig.bank, '200003')).toBe(1);
  });
});
