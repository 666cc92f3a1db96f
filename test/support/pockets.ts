import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { PaymentAccount } from '../../src/bank/accounts/payment-account.entity.ts';
import type { Ask, AnyGateway, Gateway } from './gateway.ts';

/** Selects everything that createPocket can answer, including the data of each refusal. */
export const CREATE_POCKET = `
  mutation CreatePocket($input: CreatePocketInput!) {
    createPocket(input: $input) {
      __typename
      ... on CreatePocketSuccess {
        replayed metadata
        links { rel method url }
        pocket {
          id number label suffix currency type status reason category useCase createdAt metadata
          user { name birthDate document { value type } }
          account { id branch number status holder { name } }
        }
      }
      ... on DomainError { code status message }
      ... on InvalidInputError { violations { path message } }
      ... on AccountNotFoundError { accountNumber }
      ... on ProductNotEligibleForThisCompanyAccountProgramError { companyKey }
      ... on InvalidUserBirthdateForUseCaseError { birthDate useCase minimumAge maximumAge }
      ... on InvalidUserBirthdateForAccountForUnderAgeUseCaseError { birthDate useCase minimumAge maximumAge }
      ... on MaximumPocketsCountRegisteredForAccountError { limit used }
      ... on InvalidAccountStatusError { accountStatus }
    }
  }`;

/** Returns a valid input on ACME_PAY's account 200001, with a new key; nested objects are replaced as a whole. */
export function pocketInput(changes: object = {}): Record<string, unknown> {
  return {
    idempotencyKey: randomUUID(),
    accountNumber: '200001',
    user: { name: 'Maria Exemplo', document: { value: '10020030240', type: 'CPF' }, birthDate: '1990-01-31' },
    currency: 'BRL',
    label: 'School trip',
    useCase: 'CORPORATE_EXPENSES',
    ...changes,
  };
}

/** Returns the user of `pocketInput` with some fields replaced. */
export function pocketUser(changes: object): object {
  return {
    name: 'Maria Exemplo',
    document: { value: '10020030240', type: 'CPF' },
    birthDate: '1990-01-31',
    ...changes,
  };
}

/** Returns the result of createPocket, whichever member of the union it is. */
export async function createPocket(gateway: AnyGateway, input: object, ask: Partial<Ask> = {}) {
  const data = await gateway.data({ query: CREATE_POCKET, variables: { input }, ...ask });
  return data.createPocket;
}

/** Selects everything that closePocket can answer. */
export const CLOSE_POCKET = `
  mutation ClosePocket($input: ClosePocketInput!) {
    closePocket(input: $input) {
      __typename
      ... on ClosePocketSuccess { changed pocket { id number status reason } }
      ... on DomainError { code status message path retryable nextStep { mutation } }
      ... on InvalidInputError { violations { path code message } }
      ... on InvalidPocketStatusError { pocketStatus }
    }
  }`;

/** Returns the result of closePocket, whichever member of the union it is. */
export async function closePocket(gateway: AnyGateway, input: object, ask: Partial<Ask> = {}) {
  const data = await gateway.data({ query: CLOSE_POCKET, variables: { input }, ...ask });
  return data.closePocket;
}

/** Returns a result that must be a success. */
export async function expectSuccess<Result>(result: Promise<Result>): Promise<Result> {
  const settled = await result;
  expect(settled).toMatchObject({ __typename: 'CreatePocketSuccess' });
  return settled;
}

/** Returns a result that must be the refusal with this code. */
export async function expectRefusal<Result>(result: Promise<Result>, code: string): Promise<Result> {
  const settled = await result;
  expect(settled).toMatchObject({ code });
  return settled;
}

/** Sets another pocket limit for an account. */
export async function setPocketLimit(gateway: Gateway, number: string, pocketLimit: number): Promise<void> {
  await gateway.app.database.entityManager.fork().nativeUpdate(PaymentAccount, { number }, { pocketLimit });
}

/** Returns how many pockets an account has, according to the API. */
export function countPockets(gateway: AnyGateway, accountNumber: string): Promise<number> {
  return gateway
    .data({
      query: 'query ($number: String!) { paymentAccount(number: $number) { pockets { totalCount } } }',
      variables: { number: accountNumber },
    })
    .then(({ paymentAccount }) => paymentAccount.pockets.totalCount);
}
