import * as v from 'valibot';
import { AccountType } from '../accounts/account.enum.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER, type PaymentAccountRow } from '../accounts/payment-account.rows.ts';
import { accountIdOf, fetchAccount } from '../accounts/provider-account.ts';
import { fieldsOf } from '../../kernel/fields.ts';
import type { AtCommit, Sql, Transaction } from '../../platform/database/database.ts';
import { REPLAY_SECONDS, type Made } from '../../platform/idempotency/once-per-key.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { ProviderRequest } from '../../provider/calls/provider-call.ts';
import { matchAnswer } from '../../provider/intents/match-answer.ts';
import type {
  Asking,
  AtProviderNeeds,
  Done,
  Looked,
  Looking,
  ProviderMutation,
} from '../../provider/intents/provider-mutation.ts';
import { isToldSince, readAs, toldInstant } from '../../provider/intents/provider-values.ts';
import { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';
import { keysListed, keysRequest } from './fetch-keys.ts';
import type { KeyDirectory } from './key-directory.ts';
import type { NewPixEntry } from './new-pix-entry.value.ts';
import { FIND_PIX_ENTRIES, FIND_PIX_ENTRY_BY_KEY, type PixEntryRow } from './pix-entry.rows.ts';
import { toldPixRefusal } from './provider-pix-refusal.ts';

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
interface ToldKey {
  readonly type: AddressingKeyType;
  readonly value: string;
  readonly createdAt: string;
  /** Its account, where it is shown with it. */
  readonly account?: unknown;
}

const KEY = v.object({ type: v.enum(AddressingKeyType), value: text });
const REGISTERED = v.object({ addressingKey: KEY, createdAt: toldInstant, account: v.optional(v.unknown()) });

/** Headers of the registration by what the input calls them. */
const HEADERS: Readonly<Record<string, string>> = {
  'x-svc-transactional-hash': 'transactionalHash',
  'x-svc-pix-user-id': 'userId',
};

/** By a function of the owner's: what is known of the key may be another partner's, whose rows are not seen here. */
const RELEASE_KEY = statement('release_pix_key', 'select release_pix_key($1, $2, $3)');

export interface PixEntryAtProviderNeeds extends AtProviderNeeds {
  readonly keyDirectory: KeyDirectory;
}

/** Keys that the provider registers. */
export function pixEntryAtProvider(
  needs: PixEntryAtProviderNeeds,
): ProviderMutation<NewPixEntry, ToldKey, PixEntryRow> {
  return {
    name: 'registerPixEntry',
    wanted: WANTED,
    resendSeconds: 0,
    replaySeconds: REPLAY_SECONDS,
    // A second one that is under way could not be told from the first.
    turnOf: ({ keyType, account }) => (keyType === AddressingKeyType.EVP ? `EVP ${account.number}` : null),
    request,
    read(body) {
      const told = readAs(REGISTERED, body);
      return told && { ...told.addressingKey, createdAt: told.createdAt, account: told.account };
    },
    refusalOf: toldPixRefusal,
    inputPath: (name) => (HEADERS[name] ?? name).split('.'),
    fits: ({ keyType, keyValue }, { answer: { type, value } }) =>
      type === keyType && (keyValue === undefined || value === keyValue),
    known: (sql, { requester, wanted, answer }) => idOf(sql, { requester, wanted }, answer),
    async storing(sql, done) {
      const [partnerId, number] = [done.requester.partnerId, done.wanted.account.number];
      const [account] = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number });
      return account && ((transaction) => store(transaction, needs, { ...done, account }));
    },
    prepare: async (key, { wanted, requester: { partnerId }, ...by }) =>
      (await fetchAccount(needs, { ...by, partnerId, number: wanted.account.number, shown: accountOf(key) })) ===
      'known',
    find: FIND_PIX_ENTRIES,
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
    // What is undefined is left out.
    body: JSON.stringify({ addressingKey: { type, value }, account: { ...account, bank } }),
  };
}

/** A text that is not valid in a header is nobody's hash: it is sent so that it can, for its place in the order. */
function headerText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text);
}

/** What a key says of its account: a CPF or CNPJ is its holder's. */
function accountOf({ type, value, account }: ToldKey): object {
  const isDocument = type === AddressingKeyType.CPF || type === AddressingKeyType.CNPJ;
  return { ...(isDocument && { holder: { document: { value, type } } }), ...fieldsOf(account) };
}

/** A key of another account is one that was given up there since. */
async function idOf(
  sql: Sql,
  { requester: { partnerId }, wanted }: Asking<NewPixEntry>,
  { type, value }: ToldKey,
): Promise<string | undefined> {
  const [[known], accountId] = await Promise.all([
    sql.run(FIND_PIX_ENTRY_BY_KEY, { partnerId, type, value }),
    accountIdOf(sql, partnerId, wanted.account.number),
  ]);
  return known?.accountId === accountId ? known?.id : undefined;
}

function store(
  transaction: Transaction,
  { keyDirectory }: PixEntryAtProviderNeeds,
  {
    requester: { partnerId },
    answer,
    id,
    account,
  }: Done<NewPixEntry, ToldKey> & { readonly account: PaymentAccountRow },
): AtCommit<Made<PixEntryRow>> {
  const { type, value, createdAt } = answer;
  const owner = { ispb: account.bankIspb, document: account.holderDocumentValue, accountId: account.id };
  return transaction.pipelineWithCommit(async (pipelined) => {
    const registration = { id, key: { type, value }, owner, partnerId, createdAt: new Date(createdAt) };
    await Promise.all([pipelined.run(RELEASE_KEY, [id, type, value]), keyDirectory.register(pipelined, registration)]);
    return { row: { id, accountId: account.id, keyType: type, keyValue: value, createdAt }, replayed: false };
  });
}

/** The key itself, or of the account's random keys those that came since and that nothing else is known of. */
async function look({ requester, wanted, ask, database, since }: Looking<NewPixEntry>): Promise<Looked<ToldKey>> {
  const found = await ask(keysRequest(wanted.account.number));
  if (found === 'absent') return 'nothing';
  const listed = keysListed(found);
  if (listed === undefined) return 'unanswered';
  const like = listed.filter(
    ({ type, value, createdAt }) =>
      type === wanted.keyType &&
      (wanted.keyValue === undefined || value === wanted.keyValue) &&
      isToldSince(createdAt, since),
  );
  return matchAnswer(like, (key) => idOf(database, { requester, wanted }, key));
}
