import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../../support/gateway.ts';
import type { GatewayProcess } from '../../support/gateway-process.ts';
import { eventSubjects, pocketNumbers } from '../../support/pocket-world.ts';
import { buildServer, TestProcess } from '../../support/process.ts';
import { pocketInput } from '../../support/pockets.ts';
import { ProcessPair, STEPS } from './process-pair.ts';

let pair: ProcessPair;

beforeAll(async () => {
  await buildServer();
  pair = await ProcessPair.start();
});
afterAll(async () => {
  await pair.stop();
  await TestProcess.endAll();
});

/** A mutation in flight when a process is killed, and how its result is read from its answer. */
interface CallInFlight {
  readonly query: string;
  readonly input: object;
  readonly idOf: (data: Awaited<ReturnType<GatewayProcess['ask']>>) => string | undefined;
}

const mutation = (name: string, success: string): string =>
  `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${success} } }`;

/** Returns a mutation of each kind, with idempotency keys. */
function oneOfEach(ofPocket: string, accountNumber: string): readonly CallInFlight[] {
  const key = () => ({ idempotencyKey: randomUUID() });
  return [
    {
      query: mutation('createPocket', '... on CreatePocketSuccess { pocket { number } }'),
      input: pocketInput({ accountNumber: ofPocket }),
      idOf: (data) => data.createPocket.pocket?.number,
    },
    {
      query: mutation('registerPixEntry', '... on RegisterPixEntrySuccess { entry { addressingKey { value } } }'),
      input: {
        ...key(),
        addressingKey: { type: 'EVP' },
        account: { branch: '0001', number: accountNumber, type: 'PAYMENT' },
      },
      idOf: (data) => data.registerPixEntry.entry?.addressingKey.value,
    },
    {
      query: mutation('simulateCashIn', '... on SimulateCashInSuccess { cashIn { id } }'),
      input: { ...key(), accountNumber, amount: '10.50', rail: 'TED' },
      idOf: (data) => data.simulateCashIn.cashIn?.id,
    },
    {
      query: mutation('openSandboxAccount', '... on OpenSandboxAccountSuccess { account { number } }'),
      input: { ...key(), documentNumber: '10020030169' },
      idOf: (data) => data.openSandboxAccount.account?.number,
    },
  ];
}

interface Everything {
  readonly paymentAccounts: { readonly nodes: readonly { readonly number: string }[] };
  readonly paymentAccount: { readonly pixEntries: readonly { readonly addressingKey: { readonly value: string } }[] };
}

/** Returns what a gateway has of each kind. */
async function everything(gateway: GatewayProcess, accountNumber: string) {
  const query = `query ($number: String!) {
    paymentAccounts(first: 100) { nodes { number } } paymentAccount(number: $number) { pixEntries { addressingKey { value } } }
  }`;
  const { paymentAccounts, paymentAccount }: Everything = await gateway.ask(query, { number: accountNumber });
  return {
    pockets: (await pocketNumbers(gateway)).toSorted(),
    keys: paymentAccount.pixEntries.map(({ addressingKey }) => addressingKey.value).toSorted(),
    accounts: paymentAccounts.nodes.map(({ number }) => number).toSorted(),
  };
}

/** Accounts of each step: of its pocket, and of everything else. */
const ACCOUNTS = [
  ['200001', '200001'],
  ['200002', '200002'],
  ['200003', '200003'],
  ['200005', '100001'],
] as const;

test.each(STEPS.map((step, nth) => ({ ...step, accounts: ACCOUNTS[nth] ?? ACCOUNTS[0] })))(
  'mutations in flight are executed once after a kill of $what',
  async ({ accounts: [ofPocket, account], ...step }) => {
    const mutations = oneOfEach(ofPocket, account);
    const before = await everything(pair.bank, account);
    const send = async ({ query, input, idOf }: CallInFlight) =>
      pair.front.ask(query, { input }).then(idOf, () => undefined);
    await pair.killDuring(
      step,
      mutations.map((one) => () => send(one)),
    );
    const ids = await Promise.all(mutations.map((one) => eventually(() => send(one))));
    const [pocket = '', key, cashIn = '', opened] = ids;
    await pair.settled();
    // Sent again, all of them have the same results.
    expect(await Promise.all(mutations.map(send))).toEqual(ids);
    const [atBank, inFront] = [await everything(pair.bank, account), await everything(pair.front, account)];
    expect(inFront).toEqual(atBank);
    expect(atBank.pockets).toContain(pocket);
    expect(atBank.keys).toHaveLength(before.keys.length + 1);
    expect(atBank.keys).toContain(key);
    expect(atBank.accounts).toHaveLength(before.accounts.length + 1);
    expect(atBank.accounts).toContain(opened);
    const subjects = await eventually(async () => {
      const subjects = await eventSubjects(pair.bank);
      return subjects.includes(cashIn) && subjects.includes(pocket) && subjects;
    });
    expect(subjects.filter((id) => id === cashIn || id === pocket).toSorted()).toEqual(
      [pocket, cashIn, cashIn].toSorted(),
    );
    // A pocket, an account, and a cash-in, received and cleared, for each step so far, and nothing else.
    expect(subjects).toHaveLength(4 * atBank.pockets.length);
  },
  300_000,
);
