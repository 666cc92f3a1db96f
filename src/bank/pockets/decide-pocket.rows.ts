import { bodyOf, RECORDED, recordedValues } from '../../events/log/event-log.ts';
import type { Random } from '../../kernel/random.ts';
import { Outbox } from '../../events/log/outbox.entity.ts';
import { AuditOutbox } from '../../platform/audit/audit-outbox.entity.ts';
import { AUDITED } from '../../platform/audit/audited-mutation.ts';
import { IdempotencyKey } from '../../platform/idempotency/idempotency-key.entity.ts';
import { CLAIMED } from '../../platform/idempotency/once-per-key.ts';
import { columnsOf, compiled, once, statementOf, text, type Inserted } from '../../platform/statements/compiled.ts';
import { Composition } from '../../platform/statements/composition.ts';
import type { SqlValue, Statement } from '../../platform/statements/statement.ts';
import { ownEventInsertion } from '../../provider/events/note-own-event.ts';
import { settlementParts } from '../../provider/intents/settle-at-once.ts';
import { readingInsertion } from '../../provider/reads/provider-reading.rows.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { Pocket } from './pocket.entity.ts';
import { pocketAccountWasCreated, type PocketCreation } from './pocket.events.ts';
import { POCKET_COLUMNS } from './pocket.rows.ts';
import { BROKEN_RULE } from './pocket.rules.ts';

/** Locks the account: what is decided of it next cannot be overtaken by another creation. */
export const LOCK_ACCOUNT = compiled(
  'lock_account_for_pocket',
  { entities: [PaymentAccount], parameters: { partnerId: text, accountNumber: text } },
  (tables, { partnerId, accountNumber }) =>
    tables
      .selectFrom('PaymentAccount as account')
      .select(columnsOf('account', ['id']))
      .where('account.partnerId', '=', partnerId)
      .where('account.number', '=', accountNumber)
      .forNoKeyUpdate('account'),
);

/** Stands in the text of the event for the branch of an account that is yet to be found. No text that is given holds a NUL. */
const UNKNOWN = '\0';

/** The event of a pocket for a statement that finds its account: its text is that before and after the branch. */
export function eventValues(
  { accountNumber, ...creation }: Omit<PocketCreation, 'account'> & { readonly accountNumber: string },
  random: Random,
) {
  const account = { branch: UNKNOWN, number: accountNumber };
  const event = pocketAccountWasCreated({ ...creation, account }, random);
  const [bodyStart = '', bodyEnd = ''] = bodyOf(event).split(JSON.stringify(UNKNOWN));
  return { ...prefixed('event', { ...recordedValues(event), toldName: event.name, round: '' }), bodyStart, bodyEnd };
}

type Prefixed<Prefix extends string> = { readonly [Name in `${Prefix}.${string}`]: SqlValue };

/** Values under names of which others have the same. */
export function prefixed<const Prefix extends string>(
  prefix: Prefix,
  values: Readonly<Record<string, SqlValue>>,
): Prefixed<Prefix>;
export function prefixed(prefix: string, values: Readonly<Record<string, SqlValue>>): Record<string, SqlValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));
}

/** The text of the event before and after the branch of the account, which is not known yet, is its start and its end. */
type DecidedOn = Omit<Inserted<typeof Pocket, (typeof POCKET_COLUMNS)[number]>, 'accountId'> &
  Prefixed<'event'> &
  Prefixed<'audit'> &
  Prefixed<'key'> & {
    readonly accountNumber: string;
    readonly ageFits: boolean;
    readonly bodyStart: string;
    readonly bodyEnd: string;
  };

/** What was decided. Without an account there is none of this number. */
export interface Decision {
  readonly accountId: string | null;
  readonly pocketLimit: number | null;
  /** Number of the rule that refuses it. */
  readonly brokenRule: number | null;
  /** Whether the key stands for something already. */
  readonly isHeld: boolean;
  /** Whether the pocket was made, with its key, its event and its audit entry. */
  readonly isMade: boolean;
}

/**
 * Decides on a pocket and makes it, under the lock of its account. A statement of its own: together with the lock it would
 * see the snapshot from before the wait. The key is claimed only where nothing refuses the pocket, so that a refusal
 * changes nothing; a twin that is still in flight is waited for, and an expired key is taken over.
 */
export const DECIDE_POCKET: Statement<Decision, DecidedOn> = statementOf('decide_pocket', once(decidePocket));

function decidePocket() {
  const made = new Composition();
  const { held, claimed, event, audited, created } = partsOf(made, 'account.broken_rule is null');
  return made.parts(`
    with account as materialized (
      select account.id, account.branch, account.pocket_limit, ${BROKEN_RULE} as broken_rule
      from payment_account as account
      left join account_program as program on program.id = account.program_id
      cross join (select ${made.place('ageFits')}::boolean as age_fits) as asked
      where account.partner_id = ${made.place('partnerId')} and account.number = ${made.place('accountNumber')}
    ), ${held}, ${claimed}, recorded as (
      ${event('account, claimed')}
    ), ${audited}, ${created}
    select account.id as "accountId", account.pocket_limit as "pocketLimit", account.broken_rule as "brokenRule",
      exists (select from held) as "isHeld", exists (select from claimed) as "isMade"
    from (select) as decision left join account on true`);
}

/** What a pocket of the provider's is settled with. */
type SettledOn = Omit<DecidedOn, 'ageFits'> & { readonly lease: string; readonly toldAt: string };

/**
 * Settles the intent of a pocket that the provider has made, with the pocket, its key, its event and its audit entry.
 * Nothing where something stands in its way: its account is not known here, the pocket is known, its key stands for
 * something else, or another has taken the intent up.
 */
export const SETTLE_POCKET: Statement<{ accountId: string }, SettledOn> = statementOf(
  'settle_pocket',
  once(settlePocket),
);

function settlePocket() {
  const made = new Composition();
  const partnerId = made.place('partnerId');
  const { mine, settled } = settlementParts(made);
  const { held, claimed, event, audited, created } = partsOf(
    made,
    'not exists (select from known) and exists (select from mine)',
  );
  return made.parts(`
    with account as materialized (
      select account.id, account.branch from payment_account as account
      where account.partner_id = ${partnerId} and account.number = ${made.place('accountNumber')}
    ), known as (
      select from pocket where pocket.partner_id = ${partnerId} and pocket.number = ${made.place('number')}
    ), ${held}, ${mine}, ${claimed}, ${settled}, noted as (
      ${ownEventInsertion(made, { prefix: 'event.', given: { partnerId }, from: 'from claimed' })}
    ), recorded as (
      ${event('account, noted')}
    ), ${audited}, ${created}, told as (
      ${readingInsertion(made, 'from claimed')}
    )
    select account.id as "accountId" from account, claimed`);
}

/** What there is of the key, and what is written where nothing is and `where` holds; all but the claim depend on it. */
function partsOf(made: Composition, where: string) {
  const partnerId = made.place('partnerId');
  const [bodyStart, bodyEnd] = [made.place('bodyStart'), made.place('bodyEnd')];
  const key = (column: (typeof CLAIMED)[number]) => made.place(`key.${column}`);
  const claim = made.insertion(IdempotencyKey, {
    columns: CLAIMED,
    prefix: 'key.',
    given: { partnerId },
    from: `from account where ${where} and not exists (select from held)`,
  });
  const audit = made.insertion(AuditOutbox, {
    columns: AUDITED,
    prefix: 'audit.',
    given: { partnerId },
    from: `from claimed where ${made.place('audit.id')}::uuid is not null`,
  });
  const pocket = made.insertion(Pocket, {
    columns: POCKET_COLUMNS,
    given: { partnerId, accountId: 'account.id' },
    from: 'from account, claimed',
  });
  return {
    held: `held as materialized (
      select from idempotency_key as held
      where held.partner_id = ${partnerId} and held.mutation = ${key('mutation')}
        and held.key = ${key('key')} and held.expires_at > ${key('succeededAt')}
    )`,
    claimed: `claimed as (
      ${claim}
      on conflict (partner_id, mutation, key) do update set fingerprint = excluded.fingerprint,
        result_id = excluded.result_id, expires_at = excluded.expires_at, succeeded_at = excluded.succeeded_at
      where idempotency_key.expires_at <= excluded.succeeded_at
      returning result_id
    )`,
    audited: `audited as (${audit})`,
    created: `created as (${pocket})`,
    event: (from: string) =>
      made.insertion(Outbox, {
        columns: RECORDED,
        prefix: 'event.',
        given: {
          partnerId,
          accountId: 'account.id',
          body: `${bodyStart}::text || to_json(account.branch)::text || ${bodyEnd}::text`,
        },
        from: `from ${from}`,
      }),
  };
}
