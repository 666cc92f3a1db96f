import * as v from 'valibot';
import { AccountType } from '../../../bank/accounts/account.enum.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER, type PaymentAccountRow } from '../../../bank/accounts/payment-account.rows.ts';
import {
  accountIdOf,
  fetchAccount,
  isOfAccount,
  knowAccount,
  lookedInMissingList,
} from '../accounts/provider-account.ts';
import { DomainError } from '../../../kernel/domain-error.ts';
import { fieldsOf } from '../../../kernel/fields.ts';
import { isAnyTaxpayerId } from '../../../kernel/taxpayer-id.ts';
import type { AtCommit, Sql, Transaction } from '../../../platform/database/database.ts';
import { REPLAY_SECONDS, type Made } from '../../../platform/idempotency/once-per-key.ts';
import { statement } from '../../../platform/statements/statement.ts';
import type { ProviderRequest } from '../calls/provider-call.ts';
import { inputPaths } from '../intents/input-paths.ts';
import { matchAnswer } from '../intents/match-answer.ts';
import { performIntent, refuseUnsent } from '../intents/perform-intent.ts';
import type {
  Asking,
  AtProviderNeeds,
  Done,
  Looked,
  Looking,
  Preparing,
  ProviderMutation,
} from '../intents/provider-mutation.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { isReportedSince, optional, readAs, providerInstant } from '../intents/provider-values.ts';
import { AddressingKeyType } from '../../../bank/addressing-keys/addressing-key.enum.ts';
import { isUuid } from '../../../kernel/uuid.ts';
import { normalKeyValue, type AddressingKey } from '../../../bank/addressing-keys/addressing-key.value.ts';
import { askKeys, PROVIDER_KEY, storeKeys } from './fetch-keys.ts';
import { registerKey } from '../../../bank/pix/key-directory.ts';
import { newPixEntry, type NewPixEntry } from '../../../bank/pix/new-pix-entry.value.ts';
import { invalidUserId } from '../../../bank/pix/pix-entry.errors.ts';
import {
  FIND_REGISTERED_PIX_ENTRIES,
  FIND_PIX_ENTRY_BY_KEY,
  type PixEntryRow,
} from '../../../bank/pix/pix-entry.rows.ts';
import type { RegisterPixEntry } from '../../../bank/pix/pix.port.ts';
import { providerPixRefusal } from './provider-pix-refusal.ts';
import { REGISTER_PIX_ENTRY } from '../../../bank/pix/register-pix-entry.ts';

const text = v.string();

const WANTED = v.pipe(
  v.object({
    keyType: v.enum(AddressingKeyType),
    keyValue: v.optional(text),
    account: v.object({ branch: text, number: text, type: v.enum(AccountType) }),
    bank: v.optional(v.object({ ispb: text, code: v.nullable(text), name: text })),
    transactionalHash: v.optional(text),
    userId: v.optional(text),
  }),
  v.transform(({ keyType, keyValue, account, bank, transactionalHash, userId }): NewPixEntry => {
    return { keyType, keyValue, account, bank, transactionalHash, userId };
  }),
);

/** A key as the provider shows it. */
interface ProviderKey {
  readonly type: AddressingKeyType;
  readonly value: string;
  /** Null: the provider does not say. */
  readonly createdAt: string | null;
  /** Its account, if the response contains it. */
  readonly account?: unknown;
}

const REGISTERED = v.object({
  addressingKey: PROVIDER_KEY,
  createdAt: optional(providerInstant),
  account: v.optional(v.unknown()),
});

/** Reads what was registered: the key as it was sent, if the answer has none. A random one is only in the list then. */
function registeredKey(body: unknown, { keyType, keyValue }: NewPixEntry): ProviderKey | undefined {
  const isSilent = fieldsOf(body)['addressingKey'] == null;
  if (isSilent) return keyValue === undefined ? undefined : { type: keyType, value: keyValue, createdAt: null };
  const { addressingKey, createdAt, account } = readAs(REGISTERED, body) ?? {};
  return addressingKey && { ...addressingKey, createdAt: createdAt ?? null, account };
}

const inputPath = inputPaths(
  [
    ...['addressingKey.type', 'addressingKey.value', 'account.branch', 'account.number', 'account.type'],
    ...['account.bank.ispb', 'account.bank.code', 'account.bank.name'],
  ],
  { 'transactional-hash': 'transactionalHash', 'pix-user-id': 'userId' },
);

/** A `security definer` function: the key may be stored as another partner's, whose rows are not visible here. */
const RELEASE_KEY = statement('release_pix_key', 'select release_pix_key($1, $2, $3)');

/** Registers keys at the provider. */
export function registerPixEntryAtProvider(
  provider: ProviderSide,
  needs: AtProviderNeeds & { readonly cnpjMayHaveLetters: boolean },
): RegisterPixEntry {
  const { cnpjMayHaveLetters } = needs;
  const mutation = pixEntryAtProvider(needs);
  return async (caller, command) => {
    const wanted = newPixEntry(command, cnpjMayHaveLetters);
    if (wanted instanceof DomainError) return wanted;
    const { idempotencyKey: key } = command;
    if (wanted.userId === undefined || isAnyTaxpayerId(wanted.userId))
      return performIntent(provider, mutation, { ...caller, wanted, key });
    // It is never sent, so a reused key must be reported here, before the refusal.
    return refuseUnsent(provider, mutation, { ...caller, wanted, key, refusal: invalidUserId() });
  };
}

/** Registration of keys at the provider. */
export function pixEntryAtProvider(needs: AtProviderNeeds): ProviderMutation<NewPixEntry, ProviderKey, PixEntryRow> {
  /** Values of random keys that are stored. */
  const stored = new Set<string>();
  return {
    name: REGISTER_PIX_ENTRY,
    wanted: WANTED,
    resendSeconds: 0,
    replaySeconds: REPLAY_SECONDS,
    // Two EVP keys in flight could not be distinguished.
    turnOf: ({ keyType, account }) => (keyType === AddressingKeyType.EVP ? `EVP ${account.number}` : null),
    request,
    before: (preparing) => knowRandomKeys(needs, preparing, stored),
    read(body, wanted) {
      const key = registeredKey(body, wanted);
      return key && isOfAccount(key.account, wanted.account.number) && isKeyOf(wanted, key) ? key : undefined;
    },
    refusalOf: providerPixRefusal,
    inputPath,
    known: (sql, { requester, wanted, answer }) => idOf(sql, { requester, wanted }, answer),
    async storing(sql, done) {
      const [partnerId, number] = [done.requester.partnerId, done.wanted.account.number];
      const [account] = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number });
      // A CPF or CNPJ tells who holds the account, where nothing else has.
      if (account?.holderDocumentValue === '' && isDocument(done.answer)) return undefined;
      if (account === undefined) return undefined;
      return (transaction) => {
        transaction.afterCommit(() => stored.add(done.answer.value));
        return store(transaction, { ...done, account });
      };
    },
    prepare: async (key, { wanted, requester: { partnerId }, ...by }) =>
      (await fetchAccount(needs, {
        ...by,
        partnerId,
        number: wanted.account.number,
        shown: accountOf(key, wanted),
      })) === 'known',
    find: FIND_REGISTERED_PIX_ENTRIES,
    look,
  };
}

function request(wanted: NewPixEntry, key: string): ProviderRequest {
  const { keyType: type, keyValue: value, account, bank, transactionalHash, userId } = wanted;
  return {
    method: 'POST',
    path: '/pix/entries',
    route: '/pix/entries',
    apiVersion: 1,
    headers: {
      'idempotency-key': key,
      ...(transactionalHash !== undefined && { 'svc:transactional-hash': headerText(transactionalHash) }),
      ...(userId !== undefined && { 'svc:pix-user-id': userId }),
    },
    // Undefined members are omitted.
    body: JSON.stringify({ addressingKey: { type, value }, account: { ...account, bank } }),
  };
}

/** How many random keys a process remembers as stored (ours): some megabytes. */
const STORED_MAX = 20_000;

/** Longest hash, in characters (ours): many times that of any provider, and short enough for a header. */
const HASH_LENGTH_MAX = 4_000;
const NO_HASH = 'too-long';

/**
 * A text that is invalid in a header, or too long for one, is not a valid hash: it is sent encoded, or another one is
 * sent instead, to be refused in its order.
 */
function headerText(text: string): string {
  const encoded = /^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text);
  return encoded.length > HASH_LENGTH_MAX ? NO_HASH : encoded;
}

/**
 * What a registration reveals about its account: a CPF or CNPJ is that of the holder, and so is the id of the user. The
 * provider may write the holder in another way.
 */
function accountOf(key: ProviderKey | undefined, { account, userId }: NewPixEntry): object {
  const { holder: shownHolder, ...shown } = fieldsOf(key?.account);
  const documentNumber = key && isDocument(key) ? key.value : userId;
  return { ...account, ...shown, holder: { documentNumber, ...fieldsOf(shownHolder) } };
}

function isDocument({ type }: ProviderKey): boolean {
  return type === AddressingKeyType.CPF || type === AddressingKeyType.CNPJ;
}

/**
 * Stores the random keys that an account has before another one is registered: if the answer is lost or has no key, only
 * the list shows the new one, maybe without dates.
 */
async function knowRandomKeys(
  needs: AtProviderNeeds,
  { wanted, requester: { partnerId }, database, ask }: Preparing<NewPixEntry>,
  stored: Set<string>,
): Promise<void> {
  if (wanted.keyType !== AddressingKeyType.EVP) return;
  const listed = await askKeys(ask, { number: wanted.account.number, userId: wanted.userId });
  if (listed === undefined || listed === 'absent') return;
  const random = listed.items.filter(({ type, value }) => type === AddressingKeyType.EVP && !stored.has(value));
  if (random.length === 0) return;
  const of = { database, partnerId, number: wanted.account.number };
  const shown = accountOf(undefined, wanted);
  if ((await knowAccount(needs, { ...of, ask, shown })) !== 'known') return;
  const accountId = await accountIdOf(database, partnerId, wanted.account.number);
  if (accountId === undefined) return;
  await storeKeys(database, needs, { partnerId, accountId, keys: random });
  if (stored.size > STORED_MAX) stored.clear();
  for (const { value } of random) stored.add(value);
}

/** Whether a key is the requested one, in whatever spelling; for a random key, any UUID matches. */
function isKeyOf({ keyType, keyValue }: NewPixEntry, { type, value }: AddressingKey): boolean {
  if (type !== keyType) return false;
  return keyValue === undefined ? isUuid(value) : normalKeyValue(type, value, true) === keyValue;
}

/** If the key is stored for another account, it has been released there since. */
async function idOf(
  sql: Sql,
  { requester: { partnerId }, wanted }: Asking<NewPixEntry>,
  { type, value }: ProviderKey,
): Promise<string | undefined> {
  const [[known], accountId] = await Promise.all([
    sql.run(FIND_PIX_ENTRY_BY_KEY, { partnerId, type, value }),
    accountIdOf(sql, partnerId, wanted.account.number),
  ]);
  return known?.accountId === accountId ? known?.id : undefined;
}

function store(
  transaction: Transaction,
  {
    requester: { partnerId },
    answer,
    id,
    now,
    account,
  }: Done<NewPixEntry, ProviderKey> & { readonly account: PaymentAccountRow },
): AtCommit<Made<PixEntryRow>> {
  const { type, value } = answer;
  const createdAt = answer.createdAt ?? now.toISOString();
  const owner = { ispb: account.bankIspb, document: account.holderDocumentValue, accountId: account.id };
  return transaction.pipelineWithCommit(async (pipelined) => {
    const registration = { id, key: { type, value }, owner, partnerId, createdAt: new Date(createdAt) };
    await Promise.all([pipelined.run(RELEASE_KEY, [id, type, value]), registerKey(pipelined, registration)]);
    return { row: { id, accountId: account.id, keyType: type, keyValue: value, createdAt }, replayed: false };
  });
}

/** Looks for the key itself; for a random one, among the account's recent keys that are not known here. */
async function look({ requester, wanted, ask, database, since }: Looking<NewPixEntry>): Promise<Looked<ProviderKey>> {
  const listed = await askKeys(ask, { number: wanted.account.number, userId: wanted.userId });
  if (listed === 'absent')
    return lookedInMissingList({ database, ask, partnerId: requester.partnerId, number: wanted.account.number });
  if (listed === undefined) return 'unanswered';
  const recent = listed.items.filter(
    ({ type, createdAt }) => type === wanted.keyType && (createdAt === null || isReportedSince(createdAt, since)),
  );
  const like = recent.filter((key) => isKeyOf(wanted, key));
  // A random key whose value is not a UUID may be the wanted one, or not.
  if (wanted.keyValue === undefined && like.length < recent.length) return 'unanswered';
  // There is only one key with a wanted value.
  const isWhole = listed.isWhole || (wanted.keyValue !== undefined && like.length > 0);
  return matchAnswer({ like, isWhole }, (key) => idOf(database, { requester, wanted }, key));
}
