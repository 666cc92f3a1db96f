import * as v from 'valibot';
import { fetchAccount } from '../accounts/provider-account.ts';
import { accountNotFound, invalidAccountStatus } from '../accounts/account.errors.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER, type PaymentAccountRow } from '../accounts/payment-account.rows.ts';
import type { DomainError } from '../../kernel/domain-error.ts';
import type { AtCommit, Sql, Transaction } from '../../platform/database/database.ts';
import { claimValues, type Made } from '../../platform/idempotency/once-per-key.ts';
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
import { countIn, NOT_FOUND, type ToldReason } from '../../provider/calls/provider-refusal.ts';
import { noteTold } from '../../provider/reads/provider-reading.rows.ts';
import { recordOwnEvent } from '../../provider/events/note-own-event.ts';
import { isToldSince, readAs, readFound } from '../../provider/intents/provider-values.ts';
import type { SettledAtOnce } from '../../provider/intents/settle-at-once.ts';
import { eventValues, prefixed, SETTLE_POCKET } from './decide-pocket.rows.ts';
import { pocketsRequest } from './fetch-pocket.ts';
import { POCKET_REPLAY_SECONDS } from './create-pocket.ts';
import type { NewPocket } from './new-pocket.value.ts';
import { PocketUseCase } from './pocket.enum.ts';
import {
  invalidBirthDate,
  invalidBirthDateForUnderAge,
  maximumPocketsReached,
  productNotEligible,
} from './pocket.errors.ts';
import { FIND_POCKETS, insertPocket, pocketValues, type PocketRow } from './pocket.rows.ts';
import { idOf, pocketRow, TOLD_POCKET, USER, type ProviderPocket } from './provider-pocket.ts';
import { ageRange } from './pocket.rules.ts';
import { pocketAccountWasCreated } from './pocket.events.ts';

const WANTED = v.object({
  accountNumber: v.string(),
  user: USER,
  currency: v.string(),
  label: v.string(),
  useCase: v.enum(PocketUseCase),
  metadata: v.nullable(v.looseObject({})),
});

const CREATED = v.object({ data: TOLD_POCKET });
const LISTED = v.object({ data: v.array(TOLD_POCKET) });

/** For less than the provider replays a key, in seconds: what is sent at the end must arrive in time. */
const RESEND_SECONDS = POCKET_REPLAY_SECONDS - 30;

/** Pockets that the provider creates. */
export function pocketAtProvider(needs: AtProviderNeeds): ProviderMutation<NewPocket, ProviderPocket, PocketRow> {
  return {
    name: 'createPocket',
    wanted: WANTED,
    resendSeconds: RESEND_SECONDS,
    replaySeconds: POCKET_REPLAY_SECONDS,
    request,
    read: (body) => readAs(CREATED, body)?.data,
    refusalOf,
    inputPath: (name) => (name === 'metadata' ? [name] : name.replace(/^data\./, '').split('.')),
    fits: (wanted, { answer }) => isLike(wanted, answer),
    known: (sql, { requester, answer }) => idOf(sql, requester.partnerId, answer),
    async storing(sql, done) {
      const [partnerId, number] = [done.requester.partnerId, done.wanted.accountNumber];
      const [account] = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number });
      return account && ((transaction) => store(transaction, needs, { ...done, account }));
    },
    settleAtOnce: (by) => settle(needs, by),
    prepare: async ({ account: shown }, { wanted, requester: { partnerId }, ...by }) =>
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

async function refusalOf(
  reason: ToldReason,
  { wanted, requester }: Asking<NewPocket>,
  sql: Sql,
): Promise<DomainError | undefined> {
  const { code, details } = reason;
  const { accountNumber } = wanted;
  const { companyKey } = details;
  switch (code) {
    case 'ACCOUNT_NOT_FOUND':
    case NOT_FOUND:
      return accountNotFound(accountNumber);
    case 'INVALID_ACCOUNT_STATUS':
      return invalidAccountStatus();
    case 'PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM':
      return productNotEligible(typeof companyKey === 'string' ? companyKey : requester.companyKey);
    case 'INVALID_USER_BIRTHDATE_FOR_USE_CASE':
      return invalidBirthDate(wanted.user.birthDate, wanted.useCase, ageRange(wanted));
    case 'INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE':
      return invalidBirthDateForUnderAge(wanted.user.birthDate, wanted.useCase, ageRange(wanted));
    case 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT': {
      const limit = countIn(reason, 'limit');
      if (limit !== undefined) return maximumPocketsReached(limit);
      const [account] = await sql.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, {
        partnerId: requester.partnerId,
        number: accountNumber,
      });
      return maximumPocketsReached(account?.pocketLimit ?? 0);
    }
    default:
      return undefined;
  }
}

function store(
  transaction: Transaction,
  { clock, random, eventLog }: AtProviderNeeds,
  { requester, wanted, answer, id, account }: Done<NewPocket, ProviderPocket> & { readonly account: PaymentAccountRow },
): AtCommit<Made<PocketRow>> {
  const { partnerId } = requester;
  const pocket = pocketRow(answer, { id, owner: account.id, metadata: wanted.metadata });
  const event = pocketAccountWasCreated({ pocket, account, requester, at: new Date(pocket.createdAt) }, random);
  transaction.afterCommit(eventLog.wake);
  return transaction.pipelineWithCommit(async (pipelined) => {
    await Promise.all([
      recordOwnEvent(pipelined, event),
      noteTold(pipelined, clock, { partnerId, subjectIds: [id] }),
      insertPocket(pipelined, partnerId, pocket),
    ]);
    return { row: pocket, replayed: false };
  });
}

/** The same, and settles the intent: all of it in one statement. */
async function settle(
  { clock, random, eventLog }: AtProviderNeeds,
  { database, requester, wanted, answer, id, lease, claim }: SettledAtOnce<NewPocket, ProviderPocket>,
): Promise<Made<PocketRow> | undefined> {
  const { accountNumber, metadata } = wanted;
  const pocket = pocketRow(answer, { id, metadata });
  const note = database.noteToTake;
  const values = {
    ...pocketValues(requester.partnerId, pocket),
    ...{ accountNumber, lease, toldAt: clock.now().toISOString() },
    ...eventValues({ pocket, accountNumber, requester, at: new Date(pocket.createdAt) }, random),
    ...prefixed('key', claimValues(claim)),
    ...prefixed('audit', note?.ofSuccess ?? {}),
  };
  const [settled] = await database.inOneTrip((sql) => sql.run(SETTLE_POCKET, values));
  if (settled === undefined) return undefined;
  note?.committed();
  eventLog.wake();
  return { row: { ...pocket, owner: settled.accountId }, replayed: false };
}

function isLike({ user, label, useCase, currency }: NewPocket, pocket: ProviderPocket): boolean {
  return (
    pocket.user.document.value === user.document.value &&
    pocket.label === label &&
    pocket.useCase === useCase &&
    pocket.currency === currency
  );
}

/** Of the account's newest pockets those that are like the one that is wanted, and that nothing else is known of. */
async function look({
  requester: { partnerId },
  wanted,
  ask,
  database,
  since,
}: Looking<NewPocket>): Promise<Looked<ProviderPocket>> {
  const found = await ask(pocketsRequest(wanted.accountNumber));
  const listed = readFound(LISTED, found);
  if (listed === undefined) return 'unanswered';
  const like = listed.data.filter((pocket) => isToldSince(pocket.createdAt, since) && isLike(wanted, pocket));
  return matchAnswer(like, (pocket) => idOf(database, partnerId, pocket));
}
