import { expect } from '@jest/globals';
import { sql } from './webhooks.ts';
import type { Ask, AnyGateway, Gateway } from './gateway.ts';

/** Selects everything that registerPixEntry can answer, including the data of each refusal. */
export const REGISTER_PIX_ENTRY = `
  mutation RegisterPixEntry($input: RegisterPixEntryInput!) {
    registerPixEntry(input: $input) {
      __typename
      ... on RegisterPixEntrySuccess {
        entry { id createdAt addressingKey { type value } account { number branch holder { document { value } } } }
      }
      ... on DomainError { code status message }
      ... on InvalidInputError { violations { path message } }
      ... on MaximumEntriesCountRegisteredForAccountError { limit used }
      ... on InvalidAccountStatusError { accountStatus }
      ... on InvalidAccountHolderStatusError { holderStatus }
      ... on TooManyLookupsError { retryAfterSeconds }
      ... on EntryAlreadyExistsToSameAccountError { suggestedAction }
      ... on EntryAlreadyExistsToSameHolderAndAnotherAccountError { suggestedAction }
      ... on EntryAlreadyExistsToSameOwnerIntoAnotherPlayerError { suggestedAction }
      ... on EntryAlreadyExistsToAnotherHolderError { suggestedAction }
      ... on EvpEntryCannotRegisterShortIntervalError { waiting: suggestedAction retryAfterSeconds }
    }
  }`;

export interface Key {
  readonly type: string;
  readonly value?: string | null | undefined;
}

/** A result that may be an InvalidInputError. */
interface WithViolations {
  readonly violations: readonly { readonly path: readonly string[] }[];
}

/** Returns the paths of the violations of a result, joined by dots. */
export function violationPaths({ violations }: WithViolations): string[] {
  return violations.map(({ path }) => path.join('.'));
}

/** Returns an account of the sandbox world, in the form of registerPixEntry. */
export function accountInput(number: string, changes: object = {}): object {
  return { branch: '0001', number, type: 'PAYMENT', ...changes };
}

/** Returns the result of registerPixEntry, whichever member of the union it is. */
export async function register(
  gateway: AnyGateway,
  input: { readonly key: Key; readonly number: string } & Readonly<Record<string, unknown>>,
  ask: Partial<Ask> = {},
) {
  const { key, number, ...others } = input;
  const variables = { input: { addressingKey: key, account: accountInput(number), ...others } };
  const data = await gateway.data({ query: REGISTER_PIX_ENTRY, variables, ...ask });
  return data.registerPixEntry;
}

/** Selects everything that deletePixEntry can answer. */
export const DELETE_PIX_ENTRY = `
  mutation DeletePixEntry($input: DeletePixEntryInput!) {
    deletePixEntry(input: $input) {
      __typename
      ... on DeletePixEntrySuccess { addressingKey { type value } }
      ... on DomainError { code status message path retryable nextStep { mutation } }
      ... on InvalidInputError { violations { path code message } }
    }
  }`;

/** Selects everything that changePixEntryAccount can answer. */
export const CHANGE_PIX_ENTRY_ACCOUNT = `
  mutation ChangePixEntryAccount($input: ChangePixEntryAccountInput!) {
    changePixEntryAccount(input: $input) {
      __typename
      ... on ChangePixEntryAccountSuccess {
        changed entry { id status createdAt ownedAt addressingKey { type value } account { number } }
      }
      ... on DomainError { code status message path retryable nextStep { mutation } }
      ... on InvalidInputError { violations { path code message } }
      ... on InvalidAccountStatusError { accountStatus }
      ... on InvalidAccountHolderStatusError { holderStatus }
      ... on EntryAlreadyExistsToAnotherHolderError { suggestedAction }
      ... on MaximumEntriesCountRegisteredForAccountError { limit used }
    }
  }`;

/** Returns the result of deletePixEntry, whichever member of the union it is. */
export async function deleteEntry(gateway: AnyGateway, input: object, ask: Partial<Ask> = {}) {
  return (await gateway.data({ query: DELETE_PIX_ENTRY, variables: { input }, ...ask })).deletePixEntry;
}

/** Returns the result of changePixEntryAccount, whichever member of the union it is. */
export async function changeAccount(
  gateway: AnyGateway,
  {
    number,
    account = accountInput(number),
    ...input
  }: { number: string; account?: object; key: string; userId?: string },
  ask: Partial<Ask> = {},
) {
  const variables = { input: { ...input, account } };
  return (await gateway.data({ query: CHANGE_PIX_ENTRY_ACCOUNT, variables, ...ask })).changePixEntryAccount;
}

/** Returns the entry of a registration that must be accepted. */
export async function expectRegistered(...call: Parameters<typeof register>) {
  const result = await register(...call);
  expect(result).toMatchObject({ __typename: 'RegisterPixEntrySuccess' });
  return result.entry;
}

export const CREATE_TOTP = `
  mutation CreateTotp($input: CreateTotpInput!) {
    createTotp(input: $input) {
      __typename
      ... on CreateTotpSuccess { hash sandboxCode expiresAt }
      ... on TooManyTotpChallengesError { reached limit retryAfterSeconds }
      ... on DomainError { code status message }
      ... on InvalidInputError { violations { path message } }
    }
  }`;

/** The fields of all members of the union; which of them are present depends on the test. */
interface TotpResult extends WithViolations {
  readonly __typename: string;
  readonly code: string;
  readonly hash: string;
  readonly sandboxCode: string;
  readonly retryAfterSeconds: number;
}

export async function createTotp(
  gateway: AnyGateway,
  documentNumber: string,
  key: Key,
  ask: Partial<Ask> = {},
): Promise<TotpResult> {
  const variables = { input: { documentNumber, addressingKey: key } };
  return (await gateway.data({ query: CREATE_TOTP, variables, ...ask })).createTotp;
}

export const VALIDATE_TOTP = `
  mutation ValidateTotp($input: ValidateTotpInput!) {
    validateTotp(input: $input) {
      __typename
      ... on ValidateTotpSuccess { transactionalHash expiresAt }
      ... on TooManyTotpTriesError { retryAfterSeconds }
      ... on DomainError { code status message }
      ... on InvalidInputError { violations { path message } }
    }
  }`;

export async function validateTotp(gateway: AnyGateway, hash: string, code: string, ask: Partial<Ask> = {}) {
  return (await gateway.data({ query: VALIDATE_TOTP, variables: { input: { hash, code } }, ...ask })).validateTotp;
}

/** Returns a wrong code of the same form. */
export function wrongCode(code: string): string {
  return code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
}

/** Returns a transactional hash of a holder for a key, through both steps. */
export async function transactionalHash(
  gateway: AnyGateway,
  documentNumber: string,
  key: Key,
  ask: Partial<Ask> = {},
): Promise<string> {
  const { hash, sandboxCode } = await createTotp(gateway, documentNumber, key, ask);
  const validated = await validateTotp(gateway, hash, sandboxCode, ask);
  if (validated.__typename !== 'ValidateTotpSuccess') throw new Error(`No hash: ${JSON.stringify(validated)}`);
  return validated.transactionalHash;
}

/** Counts the keys of an account in storage. */
export async function countEntries(gateway: Gateway, accountNumber: string): Promise<number> {
  const [row] = await sql<{ entries: number }>(
    gateway,
    `select count(*)::int as "entries" from pix_entry join payment_account on payment_account.id = account_id
     where number = ?`,
    [accountNumber],
  );
  return row?.entries ?? 0;
}

/** Deletes all keys of an account, as if they had never been registered. */
export async function forgetEntries(gateway: Gateway, accountNumber: string): Promise<void> {
  await sql(gateway, 'delete from pix_entry where account_id in (select id from payment_account where number = ?)', [
    accountNumber,
  ]);
}
