import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { goodInput, registerCustomer, registrationInput } from '../../support/customers.ts';
import { eventually, Gateway, type GraphqlBody } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { accountInput, register, transactionalHash } from '../../support/pix.ts';
import { TestSocket } from '../../support/socket.ts';

const ANA = { document: '10020030169', account: '200001' };
const RUI = { document: '10020030320', account: '200002' };
const TAKEN = { type: 'EMAIL', value: 'taken@example.com' };
const ALIASES = 10;
const REQUESTS = 60;
const SOCKETS = 2;
/** Stands for the answers of a document that took too long. */
const LATE = 'LATE';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({
    environment: {
      RATE_LIMIT: '100000/10',
      LOOKUP_BUDGET: '100/600000',
      LOOKUP_BUDGET_PERSON: '5/600000',
    },
  });
});
afterEach(() => {
  TestSocket.endAll();
});
afterAll(() => gateway.stop());

/** A document with so many mutations of one field. */
function many(field: string, inputType: string): string {
  const fields = Array.from(
    { length: ALIASES },
    (_, nth) => `m${nth}: ${field}(input: $input) { __typename ... on DomainError { code } }`,
  );
  return `mutation ($input: ${inputType}!) { ${fields.join(' ')} }`;
}

/**
 * Sends a burst, half of it over HTTP and half over sockets, all concurrently; returns the codes of the answers. On a
 * busy machine six hundred mutations may take longer than the ten seconds that a document has: such a document is
 * refused as a whole, to be retried, and reveals nothing.
 */
async function burst(query: string, input: object): Promise<string[]> {
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => socketOf(gateway)));
  const perSocket = REQUESTS / 2 / SOCKETS;
  const answers = await Promise.all([
    ...Array.from({ length: REQUESTS / 2 }, async () => (await gateway.ask({ query, variables: { input } })).body),
    ...sockets.flatMap((socket) => Array.from({ length: perSocket }, () => bodyOver(socket, query, { input }))),
  ]);
  return answers.flatMap((answer) => codesOf(answer));
}

/** Returns what a socket answers as HTTP would: sockets send errors without data as a message of their own. */
async function bodyOver(socket: TestSocket, query: string, variables: object): Promise<GraphqlBody> {
  const payload = await socket.run(query, variables);
  return Array.isArray(payload) ? { errors: payload } : payload;
}

function codesOf({ data, errors }: GraphqlBody): string[] {
  if (data) return Object.values(data as Record<string, { code: string }>).map(({ code }) => code);
  expect(errors).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(/^The operation took longer than 10 seconds/),
      extensions: expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
    }),
  ]);
  return Array.from({ length: ALIASES }, () => LATE);
}

/** Expects that a burst revealed something five times, or less often if documents were late. */
function expectRevealedFiveTimes(codes: readonly string[], revealing: string): void {
  const count = (wanted: string) => codes.filter((code) => code === wanted).length;
  expect(codes).toHaveLength(ALIASES * REQUESTS);
  expect(count(revealing)).toBeLessThanOrEqual(5);
  expect(count(revealing)).toBeGreaterThanOrEqual(count(LATE) > 0 ? 0 : 5);
  expect(count(revealing) + count('TOO_MANY_LOOKUPS') + count(LATE)).toBe(codes.length);
}

/** Registers a person who meets all conditions; returns the input. */
async function registerPerson() {
  const input = await goodInput(gateway);
  expect(await registerCustomer(gateway, input)).toMatchObject({ __typename: 'RegisterCustomerSuccess' });
  return input;
}

const budgetsOf = async (client?: string): Promise<{ name: string; limit: number; remaining: number }[]> => {
  const query = '{ viewer { budgets { name limit remaining resetSeconds } } }';
  return (await gateway.data({ query, ...(client && { client }) })).viewer.budgets;
};

const leftOf = async (budget: string) => (await budgetsOf()).find(({ name }) => name === budget)?.remaining;

describe('a burst of registrations of a key that another person has', () => {
  test('reveals this five times and is refused otherwise; another person is not affected', async () => {
    const hash = await transactionalHash(gateway, ANA.document, TAKEN);
    const input = { addressingKey: TAKEN, account: accountInput(ANA.account), transactionalHash: hash };
    const codes = await burst(many('registerPixEntry', 'RegisterPixEntryInput'), input);
    expectRevealedFiveTimes(codes, 'ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER');
    await eventually(async () => (await leftOf('KEY_LOOKUPS')) === 95);

    const other = await transactionalHash(gateway, RUI.document, TAKEN);
    expect(await register(gateway, { key: TAKEN, number: RUI.account, transactionalHash: other })).toMatchObject({
      code: 'ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER',
    });
  });

  test('has free keys refused too from then on, so that the refusal itself reveals nothing', async () => {
    const free = { type: 'EMAIL', value: 'nobody-has-this@example.com' };
    const transactional = await transactionalHash(gateway, ANA.document, free);
    const refused = await register(gateway, { key: free, number: ANA.account, transactionalHash: transactional });
    expect(refused).toMatchObject({ __typename: 'TooManyLookupsError', status: 429 });
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused.message).toBe(`Too many look-ups: wait ${refused.retryAfterSeconds} s.`);
    // Errors in the request itself are reported first.
    expect(await register(gateway, { key: free, number: ANA.account, transactionalHash: 'x' })).toMatchObject({
      code: 'INVALID_TRANSACTIONAL_HASH',
    });
    expect(await register(gateway, { key: free, number: '999999', transactionalHash: 'x' })).toMatchObject({
      code: 'TARGET_ACCOUNT_DOES_NOT_EXIST',
    });
    const own = { type: 'CPF', value: ANA.document };
    expect(await register(gateway, { key: own, number: ANA.account })).toMatchObject({
      __typename: 'RegisterPixEntrySuccess',
    });
  });
});

describe('a burst of registrations of customers with the phone of another person', () => {
  test('reveals this five times and is refused otherwise', async () => {
    const { phone } = await registerPerson();
    const input = registrationInput({ phone });
    const codes = await burst(many('registerCustomer', 'RegisterCustomerInput'), input);
    expectRevealedFiveTimes(codes, 'PHONE_ALREADY_IN_USE');
    await eventually(async () => (await leftOf('CUSTOMER_LOOKUPS')) === 95);

    const free = registrationInput({ documentNumber: input.documentNumber });
    expect(await registerCustomer(gateway, free)).toMatchObject({ code: 'TOO_MANY_LOOKUPS', status: 429 });
    await registerPerson();
  });
});

describe('everyday answers', () => {
  test('that a person’s own key is at another bank lock no partner out, even fifty of them', async () => {
    const elsewhere = { type: 'EMAIL', value: 'mine.elsewhere@example.com' };
    const hash = await transactionalHash(gateway, RUI.document, elsewhere);
    const before = await budgetsOf();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        // A request that has waited for others for two seconds is refused, to be retried.
        eventually(async () => {
          const answer = await register(gateway, { key: elsewhere, number: RUI.account, transactionalHash: hash });
          return answer.code !== 'TOO_MANY_LOOKUPS' && answer;
        }),
      ),
    );
    expect([...new Set(answers.map(({ code }) => code as string))]).toEqual([
      'ENTRY_ALREADY_EXISTS_TO_SAME_OWNER_INTO_ANOTHER_PLAYER',
    ]);
    // Reservations are returned after the answers.
    await eventually(async () => {
      const left = await budgetsOf();
      return left.every(
        ({ name, remaining }, nth) =>
          name === 'READS' || name === 'MUTATIONS' || remaining >= (before[nth]?.remaining ?? 0),
      );
    });
    expect(await register(gateway, { key: { type: 'EVP' }, number: RUI.account })).toMatchObject({
      __typename: 'RegisterPixEntrySuccess',
    });
    await registerPerson();
  });
});

describe('viewer', () => {
  test('shows what is left of each budget', async () => {
    expect(await budgetsOf('gama-pay')).toEqual([
      { name: 'READS', limit: 100_000, remaining: 99_999, resetSeconds: expect.any(Number) },
      { name: 'MUTATIONS', limit: 100_000, remaining: 100_000, resetSeconds: 0 },
      { name: 'CUSTOMER_LOOKUPS', limit: 100, remaining: 100, resetSeconds: 0 },
      { name: 'KEY_LOOKUPS', limit: 100, remaining: 100, resetSeconds: 0 },
    ]);
    await eventually(async () => {
      const [, , customers, keys] = await budgetsOf();
      return customers?.remaining === 95 && keys?.remaining === 94;
    });
  });
});
