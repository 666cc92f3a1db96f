import type { AccountType } from '../accounts/account.enum.ts';
import { refuseInput, type InputViolation, type InvalidInput } from '../../kernel/domain-error.ts';
import { isFilled } from '../../kernel/text.ts';
import { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';
import { isProvenKeyType, keyValueWanted, normalKeyValue } from '../addressing-keys/addressing-key.value.ts';

/** A bank as a caller names it. */
export interface NamedBank {
  readonly ispb: string;
  readonly code: string | null;
  readonly name: string;
}

/** An entry as it is asked for; closed sets are checked by their types. */
export interface PixEntryRequest {
  readonly addressingKey: { readonly type: AddressingKeyType; readonly value?: string | null };
  readonly account: {
    readonly branch: string;
    readonly number: string;
    readonly type: AccountType;
    readonly bank?: NamedBank | null;
  };
  readonly transactionalHash?: string | null;
  readonly userId?: string | null;
}

/** The same, checked and in normal form; what was left out or empty is undefined. */
export interface NewPixEntry {
  readonly keyType: AddressingKeyType;
  /** Undefined for EVP only: its value is yet to be made. */
  readonly keyValue: string | undefined;
  readonly account: { readonly branch: string; readonly number: string; readonly type: AccountType };
  readonly bank: NamedBank | undefined;
  /** Undefined where no hash is needed. */
  readonly transactionalHash: string | undefined;
  readonly userId: string | undefined;
}

/** Checks every field of a request and brings it into normal form, or names all that is wrong. */
export function newPixEntry(request: PixEntryRequest, cnpjMayHaveLetters: boolean): NewPixEntry | InvalidInput {
  const { type, value } = request.addressingKey;
  const { branch, number, bank } = request.account;
  const violations: InputViolation[] = [];
  const demand = (holds: boolean, path: string, message: string) => {
    if (!holds) violations.push({ path: path.split('.'), message });
  };
  const keyValue = type === AddressingKeyType.EVP ? undefined : normalKeyValue(type, value ?? '', cnpjMayHaveLetters);
  const isKeyGood = type === AddressingKeyType.EVP ? (value ?? '') === '' : keyValue !== undefined;
  const transactionalHash = isProvenKeyType(type) ? (request.transactionalHash ?? '').trim() : undefined;
  demand(isKeyGood, 'addressingKey.value', keyValueWanted(type));
  demand(isFilled(branch), 'account.branch', 'Give the branch of an account.');
  demand(isFilled(number), 'account.number', 'Give the number of an account.');
  demand(transactionalHash !== '', 'transactionalHash', `Give the hash of a validated code: ${type} keys need one.`);
  if (violations.length > 0) return refuseInput(violations);
  return {
    keyType: type,
    keyValue,
    account: { branch, number, type: request.account.type },
    bank: bank ?? undefined,
    transactionalHash,
    userId: request.userId === null || request.userId === '' ? undefined : request.userId,
  };
}

/** Refuses a bank that is not the account's own, by each field in which they differ. */
export function refuseOtherBank(named: NamedBank | undefined, own: NamedBank): InvalidInput | undefined {
  if (named === undefined) return undefined;
  const violations = (['ispb', 'code', 'name'] as const)
    .filter((field) => named[field] !== own[field])
    .map((field) => ({ path: ['account', 'bank', field], message: `Give the ${field} of the account's own bank.` }));
  return violations.length > 0 ? refuseInput(violations) : undefined;
}
