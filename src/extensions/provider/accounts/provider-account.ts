import * as v from 'valibot';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import { fieldsOf } from '../../../kernel/fields.ts';
import { TaxpayerIdType } from '../../../kernel/taxpayer-id.ts';
import type { Sql } from '../../../platform/database/database.ts';
import { compiled, text } from '../../../platform/statements/compiled.ts';
import { statement } from '../../../platform/statements/statement.ts';
import type { ProviderRequest } from '../calls/provider-call.ts';
import { noteReading } from '../reads/provider-reading.rows.ts';
import type { Fetched, ProviderSubject } from '../events/event-subject.port.ts';
import type { AskProvider } from '../intents/provider-mutation.ts';
import {
  optional,
  providerDocument,
  providerEnum,
  providerInstant,
  providerText,
  readAs,
} from '../intents/provider-values.ts';
import { HolderStatus, HolderType } from '../../../bank/customers/holder.enum.ts';
import { AccountStatus, AccountType } from '../../../bank/accounts/account.enum.ts';
import { ACCOUNT_WAS_CREATED } from '../../../bank/accounts/account.events.ts';
import { PaymentAccount } from '../../../bank/accounts/payment-account.entity.ts';

/** A holder as far as the provider shows it: at least its document, as such or as a number. */
const PROVIDER_HOLDER = v.pipe(
  v.object({
    document: optional(providerDocument),
    documentNumber: optional(providerText),
    type: optional(providerEnum(HolderType)),
    name: optional(v.string()),
    status: optional(providerEnum(HolderStatus)),
    createdAt: optional(providerInstant),
  }),
  v.transform(({ document, documentNumber, type, ...holder }) => {
    const named = document ?? readAs(providerDocument, { value: documentNumber });
    const natural = named?.type === TaxpayerIdType.CPF ? HolderType.CUSTOMER : HolderType.BUSINESS;
    return named && { ...holder, document: named, type: type ?? natural };
  }),
);

/** An account as the provider shows it: only its number is never missing. A status that nobody knows is not ACTIVE. */
const PROVIDER_ACCOUNT = v.object({
  number: providerText,
  branch: optional(providerText),
  type: optional(providerEnum(AccountType)),
  status: v.optional(v.fallback(v.nullable(providerEnum(AccountStatus)), AccountStatus.BLOCKED), null),
  reason: optional(v.string()),
  createdAt: optional(providerInstant),
  bank: optional(v.object({ ispb: providerText, code: optional(providerText), name: optional(v.string()) })),
  holder: optional(PROVIDER_HOLDER),
});

const FIND_ACCOUNT_ID = compiled(
  'find_account_id',
  { entities: [PaymentAccount], parameters: { partnerId: text, number: text } },
  (tables, { partnerId, number }) =>
    tables
      .selectFrom('PaymentAccount as account')
      .select('account.id')
      .where('account.partnerId', '=', partnerId)
      .where('account.number', '=', number),
);

/** A `security definer` function: requests of partners cannot create accounts otherwise. */
const IMPORT_ACCOUNT = statement('import_provider_account', 'select import_provider_account($1, $2, $3)');

/** Whether an account is known here. */
type KnownAccount = 'known' | 'absent' | 'unanswered';

/** Returns the same as the outcome of a fetch. */
export function fetchedAs(account: KnownAccount): Fetched {
  return ({ known: 'FETCHED', absent: 'MISSING', unanswered: 'UNAVAILABLE' } as const)[account];
}

interface AccountImportNeeds {
  readonly clock: Clock;
  readonly random: Random;
}

interface AccountImport {
  readonly database: Sql;
  readonly partnerId: string;
  readonly number: string;
  readonly ask: AskProvider;
  /** What another response shows of the account: it fills in what the account's own response omits. */
  readonly shown?: unknown;
}

export async function accountIdOf(sql: Sql, partnerId: string, number: string): Promise<string | undefined> {
  const [known] = await sql.run(FIND_ACCOUNT_ID, { partnerId, number });
  return known?.id;
}

/** Imports an account of the provider if it is not known here, unless the provider has none or does not respond. */
export async function knowAccount(needs: AccountImportNeeds, by: AccountImport): Promise<KnownAccount> {
  if ((await accountIdOf(by.database, by.partnerId, by.number)) !== undefined) return 'known';
  return fetchAccount(needs, by);
}

/** An account is opened once; an unknown one is fetched first. */
export const accountSubject: ProviderSubject = {
  names: [ACCOUNT_WAS_CREATED.name],
  async settle(sql, { partnerId, entityId }) {
    const subjectId = await accountIdOf(sql, partnerId, entityId);
    return subjectId === undefined ? 'UNKNOWN' : { subjectId, accountId: subjectId, round: '' };
  },
  fetch: async ({ event: { partnerId, entityId: number }, ...fetching }) =>
    fetchedAs(await fetchAccount(fetching, { ...fetching, partnerId, number })),
};

/** Fetches an account from the provider and stores it, whether it was known or not. */
export async function fetchAccount(
  { clock, random }: AccountImportNeeds,
  { database, partnerId, number, ask, shown }: AccountImport,
): Promise<KnownAccount> {
  const found = await ask(accountRequest(number));
  if (found === 'absent' && shown === undefined) return found;
  // An account that does not answer is asked again, unless the other response shows all of it.
  if (found === undefined && fieldsOf(shown)['bank'] === undefined) return 'unanswered';
  const body = found === undefined || found === 'absent' ? {} : fieldsOf(found.body);
  const reported = readAs(PROVIDER_ACCOUNT, { number, ...reportedFields(shown), ...reportedFields(body) });
  if (reported?.number !== number) return 'unanswered';
  const now = clock.now();
  const ids = [0, 1, 2].map(() => random.timeOrderedUuid(now));
  await database.run(IMPORT_ACCOUNT, [partnerId, ids, JSON.stringify({ ...reported, readAt: now.toISOString() })]);
  const subjectId = await accountIdOf(database, partnerId, number);
  if (subjectId === undefined) return 'unanswered';
  await noteReading(database, clock, { partnerId, subjectIds: [subjectId] });
  return 'known';
}

function accountRequest(number: string): ProviderRequest {
  const path = `/accounts/${encodeURIComponent(number)}`;
  return { method: 'GET', path, route: '/accounts/{accountNumber}', apiVersion: 1 };
}

/**
 * Returns what a search finds in a list of an account for which the provider answers 404: nothing, if it has no such
 * account. Otherwise it may not serve that list at all.
 */
export async function lookedInMissingList({
  database,
  partnerId,
  number,
  ask,
}: AccountImport): Promise<'nothing' | 'unanswered'> {
  if ((await accountIdOf(database, partnerId, number)) !== undefined) return 'unanswered';
  return (await ask(accountRequest(number))) === 'absent' ? 'nothing' : 'unanswered';
}

/** Whether a response is about this account; if it shows no account, it is. */
export function isOfAccount(shown: unknown, number: string): boolean {
  return readAs(providerText, fieldsOf(shown)['number'] ?? number) === number;
}

/** A null field was not reported. */
export function reportedFields(shown: unknown): object {
  return Object.fromEntries(Object.entries(fieldsOf(shown)).filter(([, value]) => value !== null));
}
