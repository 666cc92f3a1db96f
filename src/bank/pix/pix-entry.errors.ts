import type { invalidAccountHolderStatus, invalidAccountStatus } from '../accounts/account.errors.ts';
import { refuserOf, type InvalidInput, type RefusalTable } from '../../kernel/domain-error.ts';
import type { IdempotencyKeyReused } from '../../kernel/idempotency-key-reused.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { AddressingKey } from '../addressing-keys/addressing-key.value.ts';
import type { TransactionalHashReason } from '../addressing-keys/transactional-hash.enum.ts';
import type { PixAccountMember } from './pix-account-member.enum.ts';
import { SuggestedAction } from './suggested-action.enum.ts';

/** Errors of addressing keys. */
export const pixEntryRefusals = {
  ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Addressing key value and account holder document are different.',
    portuguese: 'O valor da chave é diferente do documento do titular da conta.',
    condition: 'a CPF or CNPJ key differs from the document of the account holder',
    path: ['addressingKey', 'value'],
  },
  ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Addressing key type is invalid for the account holder type.',
    portuguese: 'Este tipo de chave não é válido para o tipo de titular da conta.',
    condition: 'a CPF key is requested for a company, or a CNPJ key for a person',
    path: ['addressingKey', 'type'],
  },
  TARGET_ACCOUNT_DOES_NOT_EXIST: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Target account does not exist.',
    portuguese: 'A conta de destino não existe.',
    condition: 'no account of the partner has this branch, number and type',
    path: ['account'],
  },
  MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Account has reached the maximum entries count registered.',
    portuguese: 'A conta atingiu o número máximo de chaves.',
    condition: 'the account has reached its limit of addressing keys',
    path: ['account', 'number'],
  },
  ENTRY_ALREADY_EXISTS_TO_SAME_HOLDER_AND_ANOTHER_ACCOUNT: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Entry already in use to same holder but to another account. Consider making portability request.',
    portuguese: 'A chave já está em uso pelo mesmo titular em outra conta. Considere pedir a portabilidade.',
    condition: 'the key is registered by the same holder on another account',
    path: ['addressingKey', 'value'],
  },
  ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Entry already exists to another holder. Consider making claim request.',
    portuguese: 'A chave já está em uso por outro titular. Considere pedir a reivindicação de posse.',
    condition: 'the key, or the account that it is to identify, belongs to another holder',
    revealsOthers: true,
    path: ['addressingKey', 'value'],
    pathIn: { changePixEntryAccount: ['account'] },
  },
  ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Entry already in use to same account. Consider making change account request.',
    portuguese: 'A chave já está cadastrada nesta conta. Considere pedir a troca de conta.',
    condition: 'the key is already registered on this account',
    path: ['addressingKey', 'value'],
  },
  ENTRY_ALREADY_EXISTS_TO_SAME_OWNER_INTO_ANOTHER_PLAYER: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Entry already in use to same owner in another player. Consider making portability request.',
    portuguese: 'A chave já está em uso pela mesma pessoa em outra instituição. Considere pedir a portabilidade.',
    condition: 'the key is registered by the same owner at another institution',
    path: ['addressingKey', 'value'],
  },
  EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Entry of type EVP cannot be registered in a short interval of time. Please wait a minute and try again.',
    portuguese:
      'Chaves aleatórias não podem ser cadastradas em um intervalo tão curto. Aguarde um minuto e tente de novo.',
    condition: 'the last EVP key of the account is less than a minute old',
    path: ['addressingKey', 'type'],
    retryable: true,
  },
  INVALID_USER_ID: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Ensure that the x-svc-pix-user-id header is a valid CPF or CNPJ document.',
    portuguese: 'Informe no cabeçalho x-svc-pix-user-id um CPF ou CNPJ válido.',
    condition: 'the user id is not a valid CPF or CNPJ',
    path: ['userId'],
  },
  PERMISSION_NOT_GRANTED: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Permission not granted to perform the operation.',
    portuguese: 'Sem permissão para realizar a operação.',
    condition: 'the user id is not the document of the account holder',
    path: ['userId'],
  },
  INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Phone number is not valid as an addressing key.',
    portuguese: 'O número de telefone não é válido como chave.',
    condition: 'the phone number cannot be an addressing key',
    path: ['addressingKey', 'value'],
  },
  INVALID_TRANSACTIONAL_HASH: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The transactional hash is not valid for this addressing key.',
    portuguese: 'O hash transacional não é válido para esta chave.',
    condition: 'the transactional hash is unknown, expired, used, or for another holder or key',
    path: ['transactionalHash'],
  },
  PIX_ENTRY_NOT_FOUND: {
    origin: 'GATEWAY',
    status: 404,
    message: 'Addressing key not found.',
    portuguese: 'Chave não encontrada.',
    condition: 'no account of the partner has this key',
    path: ['key'],
  },
  EVP_ENTRY_CANNOT_CHANGE_ACCOUNT: {
    origin: 'GATEWAY',
    status: 422,
    message: 'EVP entries cannot change their account.',
    portuguese: 'Chaves aleatórias não podem mudar de conta.',
    condition: 'the key is an EVP, which cannot change its account',
    path: ['key'],
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(pixEntryRefusals);

export function invalidUserId() {
  return refuse('INVALID_USER_ID', {});
}

/** @param mismatches what differs from the partner's account of that number; empty if it has none */
export function targetAccountDoesNotExist(mismatches: readonly PixAccountMember[]) {
  return refuse('TARGET_ACCOUNT_DOES_NOT_EXIST', { mismatches });
}

export function permissionNotGranted() {
  return refuse('PERMISSION_NOT_GRANTED', {});
}

export function keyTypeIsInvalidForHolder() {
  return refuse('ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE', {});
}

export function keyIsNotHolderDocument() {
  return refuse('ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT', {});
}

export function invalidPhoneNumber() {
  return refuse('INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY', {});
}

/** A key to prove, for the holder of an account. */
export interface KeyToProve {
  readonly document: string;
  readonly key: AddressingKey;
}

/** Another code proves the key, if its limits allow one; `toProve` is undefined if only the provider knows the holder. */
export function invalidTransactionalHash(
  reason: TransactionalHashReason,
  toProve: KeyToProve | undefined,
  isOpen?: () => Promise<boolean>,
) {
  const refusal = refuse('INVALID_TRANSACTIONAL_HASH', { reason });
  if (toProve === undefined) return refusal;
  const { document: documentNumber, key: addressingKey } = toProve;
  return refusal.resolvedBy({ mutation: 'createTotp', input: { documentNumber, addressingKey }, isOpen });
}

/** The key is in the directory already; `suggestedAction` is null if nothing can be done. */
export function entryAlreadyExists(
  to: 'SAME_ACCOUNT' | 'SAME_HOLDER_AND_ANOTHER_ACCOUNT' | 'SAME_OWNER_INTO_ANOTHER_PLAYER' | 'ANOTHER_HOLDER',
  suggestedAction: SuggestedAction | null,
  key: AddressingKey,
) {
  return refuse(`ENTRY_ALREADY_EXISTS_TO_${to}`, { suggestedAction, key });
}

/** @param used null if only the provider knows it */
export function maximumEntriesReached(limit: number | null, used: number | null = null) {
  return refuse('MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT', { limit, used });
}

/** @param last account and instant of the EVP key that is too recent; undefined if only the provider knows it */
export function evpTooSoon(retryAfterSeconds: number, last?: { readonly accountId: string; readonly createdAt: Date }) {
  const suggestedAction = SuggestedAction.WAIT;
  return refuse('EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL', { retryAfterSeconds, suggestedAction, last });
}

/** Why an existing account cannot have the key. */
export type PixEntryRefusal =
  | TooManyLookups
  | ReturnType<
      | typeof permissionNotGranted
      | typeof invalidAccountStatus
      | typeof invalidAccountHolderStatus
      | typeof keyTypeIsInvalidForHolder
      | typeof keyIsNotHolderDocument
      | typeof invalidPhoneNumber
      | typeof invalidTransactionalHash
      | typeof entryAlreadyExists
      | typeof maximumEntriesReached
      | typeof evpTooSoon
    >;

/** All errors that registerPixEntry can return. */
export type RegisterPixEntryRefusal =
  | InvalidInput
  | IdempotencyKeyReused
  | PixEntryRefusal
  | ReturnType<typeof invalidUserId | typeof targetAccountDoesNotExist>;

export function pixEntryNotFound() {
  return refuse('PIX_ENTRY_NOT_FOUND', {});
}

export function evpCannotChangeAccount() {
  return refuse('EVP_ENTRY_CANNOT_CHANGE_ACCOUNT', {});
}

/** All errors that deletePixEntry can return. */
export type DeletePixEntryRefusal =
  InvalidInput | ReturnType<typeof invalidUserId | typeof pixEntryNotFound | typeof permissionNotGranted>;

/** All errors that changePixEntryAccount can return. */
export type ChangePixEntryAccountRefusal =
  | DeletePixEntryRefusal
  | ReturnType<
      | typeof targetAccountDoesNotExist
      | typeof evpCannotChangeAccount
      | typeof invalidAccountStatus
      | typeof invalidAccountHolderStatus
      | typeof entryAlreadyExists
      | typeof maximumEntriesReached
    >;
