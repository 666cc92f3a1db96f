import { randomUUID } from 'node:crypto';
import { goodInput, openAccount, registrationInput } from './customers.ts';
import { cashInInput } from './cash-ins.ts';
import type { Ask, Gateway } from './gateway.ts';
import { accountInput } from './pix.ts';

/** A mutation with an optional idempotency key. */
export interface KeyedMutation {
  readonly name: string;
  /** The field of its success. */
  readonly made: string;
  /** Returns a good input, which creates something new each time. */
  readonly input: (gateway: Gateway) => Promise<object>;
  /** Changes for other inputs: good, or refused in each of the ways that need no key. */
  readonly others: readonly object[];
  /** Returns an input that the gateway always refuses, for the same reason. */
  readonly refused: () => object;
}

async function newAccountInput(gateway: Gateway) {
  const { account } = await openAccount(gateway, '10020030169');
  return { addressingKey: { type: 'EVP' }, account: accountInput(account.number) };
}

export const KEYED_MUTATIONS: readonly KeyedMutation[] = [
  {
    name: 'registerCustomer',
    made: 'registration',
    input: (gateway) => goodInput(gateway),
    others: [{ motherName: 'Outra Pessoa' }, { phone: { countryCode: '7', number: '9161234567' } }],
    refused: registrationInput,
  },
  {
    name: 'registerPixEntry',
    made: 'entry',
    input: newAccountInput,
    others: [
      { addressingKey: { type: 'CPF', value: '10020030169' } },
      { account: accountInput('999999') },
      { addressingKey: { type: 'EMAIL', value: 'a@example.com' }, transactionalHash: 'x', account: accountInput('9') },
      { userId: 'nobody' },
    ],
    refused: () => ({ addressingKey: { type: 'EVP' }, account: accountInput('999999') }),
  },
  {
    name: 'openSandboxAccount',
    made: 'account',
    input: () => Promise.resolve({ documentNumber: '10020030169' }),
    others: [{ documentNumber: '10020030320' }, { documentNumber: '10020030916' }],
    refused: () => ({ documentNumber: '10020030916' }),
  },
  {
    name: 'simulateCashIn',
    made: 'cashIn',
    input: () => Promise.resolve(cashInInput()),
    others: [{ amount: '11.00' }, { rail: 'TED' }, { accountNumber: '999999' }],
    refused: () => cashInInput({ accountNumber: '999999' }),
  },
];

/** Sends one of them and returns the result: what was created as `made`, or the refusal. */
export async function send(
  gateway: Gateway,
  { name, made }: Pick<KeyedMutation, 'name' | 'made'>,
  input: object,
  ask: Partial<Ask> = {},
) {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const query = `mutation ($input: ${type}Input!) { result: ${name}(input: $input) {
    __typename
    ... on ${type}Success { replayed made: ${made} { id } }
    ... on DomainError { code status message }
  } }`;
  return (await gateway.data({ query, variables: { input }, ...ask })).result;
}

/** Returns an input with a new key. */
export function keyed<Input extends object>(input: Input): Input & { readonly idempotencyKey: string } {
  return { ...input, idempotencyKey: randomUUID() };
}
