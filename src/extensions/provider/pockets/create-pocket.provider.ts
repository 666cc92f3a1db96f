import { AccountStatus } from '../../../bank/accounts/account.enum.ts';
import * as v from 'valibot';
import { fetchAccount, isOfAccount, lookedInMissingList, reportedFields } from '../accounts/provider-account.ts';
import { accountNotFound, invalidAccountStatus, productNotEligible } from '../../../bank/accounts/account.errors.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER, type PaymentAccountRow } from '../../../bank/accounts/payment-account.rows.ts';
import { fieldsOf } from '../../../kernel/fields.ts';
import { DomainError, type InvalidInput } from '../../../kernel/domain-error.ts';
import type { IdempotencyKeyReused } from '../../../kernel/idempotency-key-reused.ts';
import type { AtCommit, Transaction } from '../../../platform/database/database.ts';
import type { Made } from '../../../platform/idempotency/once-per-key.ts';
import type { ProviderRequest } from '../calls/provider-call.ts';
import { inputPaths } from '../intents/input-paths.ts';
import { matchAnswer } from '../intents/match-answer.ts';
import { performIntent } from '../intents/perform-intent.ts';
import type { Asking, AtProviderNeeds, Done, Looked, Looking, ProviderMutation } from '../intents/provider-mutation.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { countIn, NOT_FOUND, oneOfIn } from '../calls/provider-refusal.ts';
import { askList } from '../reads/ask-list.ts';
import { noteReading } from '../reads/provider-reading.rows.ts';
import { recordOwnEvent } from '../events/note-own-event.ts';
import { readByCode, type RefusalsByCode } from '../intents/read-refusal.ts';
import { isReportedSince, notAfter, readAs } from '../intents/provider-values.ts';
import { pocketsRequest } from './fetch-pocket.ts';
import { CREATE_POCKET, POCKET_REPLAY_SECONDS } from '../../../bank/pockets/create-pocket.ts';
import { newPocket, type NewPocket } from '../../../bank/pockets/new-pocket.value.ts';
import { PocketStatus, PocketUseCase } from '../../../bank/pockets/pocket.enum.ts';
import type { CreatePocket } from '../../../bank/pockets/pockets.port.ts';
import {
  invalidBirthDate,
  invalidBirthDateForUnderAge,
  maximumPocketsReached,
  type CreatePocketRefusal,
} from '../../../bank/pockets/pocket.errors.ts';
import { FIND_POCKETS, type PocketRow } from '../../../bank/pockets/pocket.rows.ts';
import { insertPocket } from './insert-pocket.ts';
import { idOf, LISTED_POCKETS, pocketRow, PROVIDER_POCKET, USER, type ProviderPocket } from './provider-pocket.ts';
import { ageRange } from '../../../bank/pockets/pocket.rules.ts';
import { pocketAccountWasCreated } from '../../../bank/pockets/pocket.events.ts';

const WANTED = v.object({
  accountNumber: v.string(),
  user: USER,
  currency: v.string(),
  label: v.string(),
  useCase: v.enum(PocketUseCase),
  metadata: v.nullable(v.looseObject({})),
});

/** Reads a new pocket: what its answer leaves out, or says in an unknown way, is as it was requested. */
function createdPocket(
  body: unknown,
  { accountNumber: _accountNumber, metadata: _metadata, ...wanted }: NewPocket,
  createdAt: string,
): ProviderPocket | undefined {
  const requested = { ...wanted, status: PocketStatus.ACTIVE, reason: 'HOLDER_REQUEST', createdAt };
  const reported = reportedFields(fieldsOf(body)['data'] ?? body);
  const { number, currency = wanted.currency, account } = fieldsOf(reported);
  return (
    readAs(PROVIDER_POCKET, { ...requested, ...reported }) ??
    readAs(PROVIDER_POCKET, { ...requested, number, currency, account })
  );
}

/** Less than the provider replays a key, in seconds, so that the last attempt arrives in time. */
const RESEND_SECONDS = POCKET_REPLAY_SECONDS - 30;

/** Creates pockets at the provider. */
export function createPocketAtProvider(provider: ProviderSide, needs: AtProviderNeeds): CreatePocket {
  const mutation = pocketAtProvider(needs);
  return async (caller, command) => {
    const wanted = newPocket(command);
    if (wanted instanceof DomainError) return wanted;
    return performIntent(provider, mutation, { ...caller, wanted, key: command.idempotencyKey });
  };
}

/** Creation of pockets at the provider. */
export function pocketAtProvider(needs: AtProviderNeeds): ProviderMutation<NewPocket, ProviderPocket, PocketRow> {
  return {
    name: CREATE_POCKET,
    wanted: WANTED,
    resendSeconds: RESEND_SECONDS,
    replaySeconds: POCKET_REPLAY_SECONDS,
    request,
    read(body, wanted) {
      const created = createdPocket(body, wanted, needs.clock.now().toISOString());
      const isWanted = created?.currency === wanted.currency && isOfAccount(created.account, wanted.accountNumber);
      return isWanted ? created : undefined;
    },
    refusalOf: readByCode(REFUSALS),
    inputPath: inputPaths([
      ...['accountNumber', 'user.name', 'user.document.value', 'user.document.type', 'user.birthDate'],
      ...['currency', 'label', 'useCase', 'metadata'],
    ]),
    fits: (wanted, { answer }) => isLike(wanted, answer),
    known: (sql, { requester, answer }) => idOf(sql, requester.partnerId, answer),
    async storing(sql, done) {
      const [partnerId, number] = [done.requester.partnerId, done.wanted.accountNumber];
      const [account] = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number });
      return account && ((transaction) => store(transaction, needs, { ...done, account }));
    },
    prepare: async ({ account: shown = {} }, { wanted, requester: { partnerId }, ...by }) =>
      (await fetchAccount(needs, { ...by, partnerId, number: wanted.accountNumber, shown })) === 'known',
    find: FIND_POCKETS,
    look,
  };
}

function request({ accountNumber, metadata, ...data }: NewPocket, key: string): ProviderRequest {
  return {
    method: 'POST',
    path: `/accounts/${encodeURIComponent(accountNumber)}/pockets`,
    route: '/accounts/{accountNumber}/pockets',
    apiVersion: 2,
    headers: { 'idempotency-key': key },
    body: JSON.stringify({ data, ...(metadata !== null && { metadata }) }),
  };
}

const noSuchAccount = ({ wanted }: Asking<NewPocket>) => accountNotFound(wanted.accountNumber);

/** Codes that only the bank can decide on; invalid input is read in the same way for all mutations. */
type BankCode = Exclude<CreatePocketRefusal, InvalidInput | IdempotencyKeyReused>['code'];

const REFUSALS: RefusalsByCode<BankCode | typeof NOT_FOUND, NewPocket> = {
  ACCOUNT_NOT_FOUND: noSuchAccount,
  [NOT_FOUND]: noSuchAccount,
  INVALID_ACCOUNT_STATUS: ({ reason }) => invalidAccountStatus(oneOfIn(reason, 'accountStatus', AccountStatus)),
  PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM({ requester, reason: { details } }) {
    const { companyKey } = details;
    return productNotEligible(typeof companyKey === 'string' ? companyKey : requester.companyKey);
  },
  INVALID_USER_BIRTHDATE_FOR_USE_CASE: ({ wanted }) =>
    invalidBirthDate(wanted.user.birthDate, wanted.useCase, ageRange(wanted)),
  INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE: ({ wanted }) =>
    invalidBirthDateForUnderAge(wanted.user.birthDate, wanted.useCase, ageRange(wanted)),
  async MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT({ reason, wanted, requester: { partnerId }, sql }) {
    const limit = countIn(reason, 'limit');
    if (limit !== undefined) return maximumPocketsReached(limit, countIn(reason, 'used') ?? null);
    const [account] = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number: wanted.accountNumber });
    return maximumPocketsReached(account?.pocketLimit ?? null);
  },
};

function store(
  transaction: Transaction,
  { clock, random, eventLog }: AtProviderNeeds,
  { requester, wanted, answer, id, account }: Done<NewPocket, ProviderPocket> & { readonly account: PaymentAccountRow },
): AtCommit<Made<PocketRow>> {
  const { partnerId } = requester;
  const pocket = pocketRow(answer, { id, owner: account.id, metadata: wanted.metadata });
  const event = pocketAccountWasCreated(
    { pocket, account, requester, at: notAfter(new Date(pocket.createdAt), clock.now()) },
    random,
  );
  transaction.afterCommit(eventLog.wake);
  return transaction.pipelineWithCommit(async (pipelined) => {
    await Promise.all([
      recordOwnEvent(pipelined, event),
      noteReading(pipelined, clock, { partnerId, subjectIds: [id] }),
      insertPocket(pipelined, partnerId, pocket),
    ]);
    return { row: pocket, replayed: false };
  });
}

/** Checks whether a pocket of the wanted account and currency can be the wanted one. */
function isLike({ user, label, useCase }: NewPocket, pocket: ProviderPocket): boolean {
  return pocket.user.document.value === user.document.value && pocket.label === label && pocket.useCase === useCase;
}

/** Looks, among the account's newest pockets, for those that are like the wanted one and not known here. */
async function look({
  requester: { partnerId },
  wanted,
  ask,
  database,
  since,
}: Looking<NewPocket>): Promise<Looked<ProviderPocket>> {
  const listed = await askList(ask, pocketsRequest(wanted.accountNumber), {
    ...LISTED_POCKETS,
    isEnough: (pockets) => isBackTo(pockets, since),
  });
  if (listed === 'absent') return lookedInMissingList({ database, ask, partnerId, number: wanted.accountNumber });
  if (listed === undefined) return 'unanswered';
  const recent = listed.items.filter(
    ({ createdAt, currency }) => isReportedSince(createdAt, since) && currency === wanted.currency,
  );
  const like = recent.filter((pocket) => isLike(wanted, pocket));
  return matchAnswer({ like, isWhole: listed.isWhole }, (pocket) => idOf(database, partnerId, pocket));
}

/** Whether pockets, newest first, go back to before an instant, so that none on a further page is as new. */
function isBackTo(pockets: readonly ProviderPocket[], since: Date): boolean {
  const times = pockets.map(({ createdAt }) => createdAt);
  const isNewestFirst = times.every((time, nth) => nth === 0 || time <= (times[nth - 1] ?? ''));
  return isNewestFirst && times.length > 1 && !isReportedSince(times.at(-1) ?? '', since);
}
