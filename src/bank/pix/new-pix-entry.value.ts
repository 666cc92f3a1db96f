import type { AccountType } from '../accounts/account.enum.ts';
import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import { InputCheck } from '../../kernel/input-check.ts';
import { faultOf, isFilled } from '../../kernel/text.ts';
import { ViolationCode } from '../../kernel/violation-code.ts';
import { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';
import { isProvenKeyType, keyValueWanted, normalKeyValue } from '../addressing-keys/addressing-key.value.ts';

/** A bank as named by a caller. */
export interface NamedBank {
  readonly ispb: string;
  readonly code: string | null;
  readonly name: string;
}

/** The entry of a request; enum values are checked by their types. */
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

/** The same, checked and in normal form; what is missing or empty is undefined. */
export interface NewPixEntry {
  readonly keyType: AddressingKeyType;
  /** Undefined only for EVP, whose value is generated later. */
  readonly keyValue: string | undefined;
  readonly account: { readonly branch: string; readonly number: string; readonly type: AccountType };
  readonly bank: NamedBank | undefined;
  /** Undefined if no hash is required. */
  readonly transactionalHash: string | undefined;
  readonly userId: string | undefined;
}

/** The value of a random key is generated: one that was sent is not allowed. */
function keyFault(type: AddressingKeyType, value: string | null = ''): ViolationCode {
  return type === AddressingKeyType.EVP ? 'NOT_ALLOWED' : faultOf(value ?? '');
}

/** Demands the branch and the number of an account. */
export function demandAccount(check: InputCheck, { branch, number }: PixEntryRequest['account']): void {
  check.demand(isFilled(branch), 'account.branch', 'Give the branch of an account.', faultOf(branch));
  check.demand(isFilled(number), 'account.number', 'Give the number of an account.', faultOf(number));
}

/** Checks every field of a request and returns it in normal form, or all violations. */
export function newPixEntry(request: PixEntryRequest, cnpjMayHaveLetters: boolean): NewPixEntry | InvalidInput {
  const { type, value } = request.addressingKey;
  const { branch, number, bank } = request.account;
  const check = new InputCheck();
  const keyValue = type === AddressingKeyType.EVP ? undefined : normalKeyValue(type, value ?? '', cnpjMayHaveLetters);
  const isKeyGood = type === AddressingKeyType.EVP ? (value ?? '') === '' : keyValue !== undefined;
  const transactionalHash = isProvenKeyType(type) ? comparable(request.transactionalHash ?? '').trim() : undefined;
  check.demand(isKeyGood, 'addressingKey.value', keyValueWanted(type, cnpjMayHaveLetters), keyFault(type, value));
  demandAccount(check, request.account);
  check.demand(
    transactionalHash !== '',
    'transactionalHash',
    `Give the hash of a validated code: ${type} keys need one.`,
    'REQUIRED',
  );
  if (check.violations.length > 0) return refuseInput(check.violations);
  return {
    keyType: type,
    keyValue,
    account: { branch, number, type: request.account.type },
    bank: bank ? comparableBank(bank) : undefined,
    transactionalHash,
    userId: comparable(request.userId ?? '') || undefined,
  };
}

/**
 * Returns a text that is only compared, never stored, without lone surrogates, which a fingerprint cannot contain, and
 * without NUL, which PostgreSQL does not accept. With and without them it equals no document, hash or bank: it is
 * refused in its order.
 */
function comparable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

function comparableBank({ ispb, code, name }: NamedBank): NamedBank {
  return { ispb: comparable(ispb), code: code === null ? null : comparable(code), name: comparable(name) };
}

/** Refuses a bank that is not the account's own, with a violation for each field that differs. */
export function refuseOtherBank(named: NamedBank | undefined, own: NamedBank): InvalidInput | undefined {
  if (named === undefined) return undefined;
  const violations = (['ispb', 'code', 'name'] as const)
    .filter((field) => named[field] !== own[field])
    .map((field) => ({
      path: ['account', 'bank', field],
      code: ViolationCode.CONFLICT,
      message: `Give the ${field} of the account's own bank.`,
    }));
  return violations.length > 0 ? refuseInput(violations) : undefined;
}
