import * as v from 'valibot';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import { TaxpayerIdType } from '../../kernel/taxpayer-id.ts';
import type { Sql } from '../../platform/database/database.ts';
import { compiled, text } from '../../platform/statements/compiled.ts';
import { statement } from '../../platform/statements/statement.ts';
import { noteTold } from '../../provider/reads/provider-reading.rows.ts';
import type { Fetched } from '../../provider/events/event-subject.port.ts';
import type { AskProvider } from '../../provider/intents/provider-mutation.ts';
import { readFound, toldInstant } from '../../provider/intents/told-values.ts';
import { HolderStatus, HolderType } from '../customers/holder.enum.ts';
import { AccountStatus, AccountType } from './account.enum.ts';
import { PaymentAccount } from './payment-account.entity.ts';

/** An account as the provider shows it. */
const TOLD_ACCOUNT = v.object({
  branch: v.string(),
  number: v.string(),
  type: v.enum(AccountType),
  status: v.enum(AccountStatus),
  reason: v.nullish(v.string(), null),
  createdAt: toldInstant,
  bank: v.object({ ispb: v.string(), code: v.nullish(v.string(), null), name: v.string() }),
  holder: v.object({
    document: v.object({ value: v.string(), type: v.enum(TaxpayerIdType) }),
    type: v.enum(HolderType),
    name: v.string(),
    status: v.enum(HolderStatus),
    createdAt: toldInstant,
  }),
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

/** By a function of the owner's: no request of a partner opens accounts otherwise. */
const IMPORT_ACCOUNT = statement('import_provider_account', 'select import_provider_account($1, $2, $3)');

/** Whether an account is known here. */
type KnownAccount = 'known' | 'absent' | 'unanswered';

/** The same of the subject of an event. */
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
}

export async function accountIdOf(sql: Sql, partnerId: string, number: string): Promise<string | undefined> {
  const [known] = await sql.run(FIND_ACCOUNT_ID, { partnerId, number });
  return known?.id;
}

/** Makes sure that an account of the provider is known here, unless the provider has none, or does not say. */
export async function knowAccount(
  { clock, random }: AccountImportNeeds,
  { database, partnerId, number, ask }: AccountImport,
): Promise<KnownAccount> {
  if ((await accountIdOf(database, partnerId, number)) !== undefined) return 'known';
  return fetchAccount({ clock, random }, { database, partnerId, number, ask });
}

/** Stores an account as the provider has it now, known before or not. */
export async function fetchAccount(
  { clock, random }: AccountImportNeeds,
  { database, partnerId, number, ask }: AccountImport,
): Promise<KnownAccount> {
  const path = `/accounts/${encodeURIComponent(number)}`;
  const found = await ask({ method: 'GET', path, route: '/accounts/{accountNumber}', apiVersion: 1 });
  if (found === 'absent') return found;
  const told = readFound(TOLD_ACCOUNT, found);
  if (told === undefined) return 'unanswered';
  const ids = [0, 1, 2].map(() => random.timeOrderedUuid(clock.now()));
  await database.run(IMPORT_ACCOUNT, [partnerId, ids, JSON.stringify(told)]);
  const subjectId = await accountIdOf(database, partnerId, number);
  if (subjectId !== undefined) await noteTold(database, clock, { partnerId, subjectIds: [subjectId] });
  return 'known';
}
