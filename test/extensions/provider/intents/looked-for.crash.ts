import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { constantCase } from '../../../../src/kernel/text.ts';
import { randomUUID } from 'node:crypto';
import { goodInput, REGISTER_CUSTOMER } from '../../../support/customers.ts';
import { eventually, type Answer } from '../../../support/gateway.ts';
import { accountInput, forgetEntries, REGISTER_PIX_ENTRY } from '../../../support/pix.ts';
import { countPockets, CREATE_POCKET, pocketInput, setPocketLimit } from '../../../support/pockets.ts';
import { Rig, type Fault } from '../rig.ts';

const OUTCOME = `query Outcome($mutation: IdempotentMutation!, $key: UUID!) {
  idempotentOutcome(mutation: $mutation, key: $key) { state refusal nextTryAt subject { __typename id } }
}`;
/** Longer than a key is replayed at the provider. */
const AFTER_REPLAYS_SECONDS = 400;
/** Longer than it takes until a mutation that is not found counts as not executed. */
const AFTER_LOOKS_SECONDS = 70;

interface Mutation {
  readonly name: string;
  readonly query: string;
  readonly input: (rig: Rig) => Promise<Record<string, unknown>>;
  /** After how many seconds its result is searched for. */
  readonly seconds: number;
  readonly type: string;
}

const evp = { addressingKey: { type: 'EVP' }, account: accountInput('200003') };

const MUTATIONS: readonly Mutation[] = [
  {
    ...{ name: 'createPocket', query: CREATE_POCKET, seconds: AFTER_REPLAYS_SECONDS, type: 'Pocket' },
    input: () => Promise.resolve(pocketInput({ accountNumber: '200002' })),
  },
  {
    ...{ name: 'registerCustomer', query: REGISTER_CUSTOMER, seconds: 2, type: 'CustomerRegistration' },
    input: async ({ bank }) => ({ ...(await goodInput(bank)), idempotencyKey: randomUUID() }),
  },
  {
    ...{ name: 'registerPixEntry', query: REGISTER_PIX_ENTRY, seconds: 2, type: 'PixEntry' },
    input: () => Promise.resolve({ ...evp, idempotencyKey: randomUUID() }),
  },
];

describe.each(MUTATIONS)('$name, whose answer is lost', ({ name, query, input: make, seconds, type }) => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.start({ PROVIDER_TIMEOUT_SECONDS: '2' });
    await setPocketLimit(rig.bank, '200002', 1_000);
  });
  beforeEach(() => forgetEntries(rig.bank, '200003'));
  afterAll(() => rig.stop());

  const outcome = async (key: unknown) =>
    (await rig.front.data({ query: OUTCOME, variables: { mutation: constantCase(name), key } })).idempotentOutcome;

  const sendWithFault = async (fault: Fault, input: object): Promise<Answer> => {
    await rig.fail(fault);
    const answer = await rig.front.ask({ query, variables: { input } });
    expect(answer.status).toBe(503);
    return answer;
  };

  /** Advances the clock in small steps: each search is followed by a backoff, and must not outlive its lease. */
  const untilState = (key: unknown, state: string) =>
    eventually(async () => {
      rig.front.clock.advance(1);
      const found = await outcome(key);
      return found?.state === state && found;
    });

  test('is found at the provider, and executed once', async () => {
    const input = await make(rig);
    const key = input['idempotencyKey'];
    const before = await countPockets(rig.bank, '200002');
    const { body } = await sendWithFault('lost-answer', input);
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      outcome: { mutation: constantCase(name), key, state: 'RUNNING' },
    });
    expect(await outcome(key)).toMatchObject({ state: 'RUNNING', nextTryAt: expect.any(String), subject: null });
    rig.front.clock.advance(seconds);
    const { subject } = await untilState(key, 'SUCCEEDED');
    expect(subject).toEqual({ __typename: type, id: expect.any(String) });
    expect(JSON.stringify((await rig.front.ask({ query, variables: { input } })).body)).toContain(subject.id);
    expect((await countPockets(rig.bank, '200002')) - before).toBe(name === 'createPocket' ? 1 : 0);
  });

  test('was never executed if nothing is found, and its key is free', async () => {
    const input = await make(rig);
    const key = input['idempotencyKey'];
    await sendWithFault('cut', input);
    // While its key is replayed, a mutation is sent again, not searched for.
    if (seconds === AFTER_REPLAYS_SECONDS) rig.front.clock.advance(AFTER_REPLAYS_SECONDS);
    rig.front.clock.advance(AFTER_LOOKS_SECONDS);
    expect(await untilState(key, 'NOT_EXECUTED')).toMatchObject({ nextTryAt: null, subject: null });
    const { body } = await rig.front.ask({ query, variables: { input } });
    expect(body.data?.[name]?.__typename).toMatch(/Success$/);
    expect(await outcome(key)).toMatchObject({ state: 'SUCCEEDED' });
  });
});
