import { bodyOf, RECORDED } from '../../events/log/event-log.ts';
import type { Random } from '../../kernel/random.ts';
import { Outbox } from '../../events/log/outbox.entity.ts';
import { auditedPart } from '../../platform/audit/audited-mutation.ts';
import { claimParts } from '../../platform/idempotency/once-per-key.ts';
import { columnsOf, compiled, once, statementOf, text, type Inserted } from '../../platform/statements/compiled.ts';
import { Composition, type Prefixed } from '../../platform/statements/composition.ts';
import type { Statement } from '../../platform/statements/statement.ts';
import { ownEventInsertion, ownEventValues } from '../../provider/events/note-own-event.ts';
import { settlementParts, type SettledWith } from '../../provider/intents/settle-at-once.ts';
import { readingInsertion } from '../../provider/reads/provider-reading.rows.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { Pocket } from './pocket.entity.ts';
import { pocketAccountWasCreated, type PocketCreation } from './pocket.events.ts';
import { POCKET_COLUMNS } from './pocket.rows.ts';
import { BROKEN_RULE } from './pocket.rules.ts';

/** Locks the account, so that no other creation interferes with the decision that follows. */
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

/** Placeholder in the event's text for the branch of the account, which is not known yet. Inputs cannot contain NUL. */
const UNKNOWN = '\0';

/** Returns a pocket's event for a statement that finds the account: its text is split at the branch. */
export function eventValues(
  { accountNumber, ...creation }: Omit<PocketCreation, 'account'> & { readonly accountNumber: string },
  random: Random,
) {
  const account = { branch: UNKNOWN, number: accountNumber };
  const event = pocketAccountWasCreated({ ...creation, account }, random);
  const [bodyStart = '', bodyEnd = ''] = bodyOf(event).split(JSON.stringify(UNKNOWN));
  return { ...ownEventValues(event, ''), bodyStart, bodyEnd };
}

/** `bodyStart` and `bodyEnd`: the event's text before and after the branch of the account, which is not known yet. */
type DecidedOn = Omit<Inserted<typeof Pocket, (typeof POCKET_COLUMNS)[number]>, 'accountId'> &
  Prefixed<'event'> &
  Prefixed<'audit'> &
  Prefixed<'key'> & {
    readonly accountNumber: string;
    readonly ageFits: boolean;
    readonly bodyStart: string;
    readonly bodyEnd: string;
  };

/** A decision on a pocket; `accountId` is null if no account has this number. */
export interface Decision {
  readonly accountId: string | null;
  readonly pocketLimit: number | null;
  /** Index of the rule that refuses it. */
  readonly brokenRule: number | null;
  /** Whether the key is in use already. */
  readonly isHeld: boolean;
  /** Whether the pocket was created, with its key, event and audit entry. */
  readonly isMade: boolean;
}

/**
 * Decides on a pocket and creates it, under the lock of its account. A separate statement: in the one that locks, it
 * would use the snapshot from before the wait. The key is claimed only if no rule refuses the pocket, so that a refusal
 * changes nothing; a concurrent request with the same key is waited for, and an expired key is taken over.
 */
export const DECIDE_POCKET: Statement<Decision, DecidedOn> = statementOf('decide_pocket', once(decidePocket));

function decidePocket() {
  const composition = new Composition();
  const { event, created } = pocketParts(composition);
  return composition.parts(`
    with account as materialized (
      select account.id, account.branch, account.pocket_limit, ${BROKEN_RULE} as broken_rule
      from payment_account as account
      left join account_program as program on program.id = account.program_id
      cross join (select ${composition.place('ageFits')}::boolean as age_fits) as asked
      where account.partner_id = ${composition.place('partnerId')}
        and account.number = ${composition.place('accountNumber')}
    ), ${claimParts(composition, { from: 'account', where: 'account.broken_rule is null' })}, recorded as (
      ${event('account, claimed')}
    ), ${auditedPart(composition, 'claimed')}, ${created}
    select account.id as "accountId", account.pocket_limit as "pocketLimit", account.broken_rule as "brokenRule",
      exists (select from held) as "isHeld", exists (select from claimed) as "isMade"
    from (select) as decision left join account on true`);
}

/** The values to settle a provider's pocket with, besides its key and its audit entry. */
type SettledPocket = Omit<DecidedOn, 'ageFits' | `key.${string}` | `audit.${string}`> & { readonly toldAt: string };

/**
 * Settles the intent of a pocket that the provider has created, with the pocket, key, event and audit entry. Does
 * nothing if the account is not known here, the pocket is known, the key belongs to another result, or another worker
 * has leased the intent.
 */
export const SETTLE_POCKET: Statement<{ accountId: string }, SettledWith & SettledPocket> = statementOf(
  'settle_pocket',
  once(settlePocket),
);

function settlePocket() {
  const composition = new Composition();
  const partnerId = composition.place('partnerId');
  const { event, created } = pocketParts(composition);
  return composition.parts(`
    with account as materialized (
      select account.id, account.branch from payment_account as account
      where account.partner_id = ${partnerId} and account.number = ${composition.place('accountNumber')}
    ), known as (
      select from pocket where pocket.partner_id = ${partnerId} and pocket.number = ${composition.place('number')}
    ), ${settlementParts(composition, { from: ['account'], where: 'not exists (select from known)' })}, noted as (
      ${ownEventInsertion(composition, { prefix: 'event.', given: { partnerId }, from: 'from claimed' })}
    ), recorded as (
      ${event('account, noted')}
    ), ${created}, told as (
      ${readingInsertion(composition, 'from claimed')}
    )
    select account.id as "accountId" from account, claimed`);
}

/** Parts that store a pocket once its key is claimed. */
function pocketParts(composition: Composition) {
  const partnerId = composition.place('partnerId');
  const [bodyStart, bodyEnd] = [composition.place('bodyStart'), composition.place('bodyEnd')];
  const pocket = composition.insertion(Pocket, {
    columns: POCKET_COLUMNS,
    given: { partnerId, accountId: 'account.id' },
    from: 'from account, claimed',
  });
  return {
    created: `created as (${pocket})`,
    event: (from: string) =>
      composition.insertion(Outbox, {
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
