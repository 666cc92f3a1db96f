import { bodyOf, RECORDED, recordedValues } from '../../events/log/event-log.ts';
import type { Random } from '../../kernel/random.ts';
import { Outbox } from '../../events/log/outbox.entity.ts';
import { auditInsertion } from '../../platform/audit/audited-mutation.ts';
import { claimQueries } from '../../platform/idempotency/once-per-key.ts';
import type { Inserted } from '../../platform/statements/compiled.ts';
import { composed, type Composition } from '../../platform/statements/composition.ts';
import type { NamedValues, Statement } from '../../platform/statements/statement.ts';
import type { AccountStatus } from '../accounts/account.enum.ts';
import { Pocket } from './pocket.entity.ts';
import { pocketAccountWasCreated, type PocketCreation } from './pocket.events.ts';
import { POCKET_COLUMNS } from './pocket.rows.ts';
import { ACCOUNT_RULES, type RefusalCondition } from './pocket.rules.ts';

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
  return { event: recordedValues(event), bodyStart, bodyEnd };
}

/** `bodyStart` and `bodyEnd`: the event's text before and after the branch of the account, which is not known yet. */
type DecidedOn = Omit<Inserted<typeof Pocket, (typeof POCKET_COLUMNS)[number]>, 'accountId'> & {
  readonly event: NamedValues;
  readonly audit: NamedValues;
  readonly key: NamedValues;
  readonly accountNumber: string;
  readonly ageFits: boolean;
  readonly bodyStart: string;
  readonly bodyEnd: string;
};

/** A decision on a pocket; `accountId` is null if no account has this number. */
export interface Decision {
  readonly accountId: string | null;
  readonly pocketLimit: number | null;
  readonly accountStatus: AccountStatus | null;
  /** Number of its pockets that are not CLOSED; null unless it has reached its limit. */
  readonly used: number | null;
  /** Index of the rule in ACCOUNT_RULES that refuses it. */
  readonly brokenRule: number | null;
  /** Whether the key is in use already. */
  readonly isHeld: boolean;
  /** Whether the pocket was created, with its key, event and audit entry. */
  readonly isMade: boolean;
}

/**
 * Counts the account's pockets that are not CLOSED, up to the limit, which bounds the cost. The order is that of the
 * index: with a limit only, PostgreSQL expects to find enough of the account's pockets early in a scan of the whole
 * table, but a new account has none.
 */
const OPEN_POCKETS = `(select count(*) from (
  select from pocket where pocket.account_id = account.id and pocket.status <> 'CLOSED'
  order by pocket.created_at, pocket.id limit account.pocket_limit
) as open_pocket)`;

/** Counts them all, for the refusal. */
const USED_POCKETS = `(select count(*)::integer from pocket
  where pocket.account_id = account.id and pocket.status <> 'CLOSED')`;
const LIMIT_RULE = ACCOUNT_RULES.findIndex(({ refusesIf }) => refusesIf === 'limitIsReached');

/**
 * Returns the index of the rule that refuses a pocket of `account`, or null; later conditions are not evaluated.
 * @param ageFits whether the user's age fits the use case, as SQL
 */
function refusingRule(ageFits: string): string {
  const conditions: Readonly<Record<RefusalCondition, string>> = {
    accountIsNotActive: "account.status <> 'ACTIVE'",
    pocketsAreNotConfigured: 'program.pockets_configured is not true',
    ageDoesNotFit: `not ${ageFits}::boolean`,
    limitIsReached: `${OPEN_POCKETS} >= account.pocket_limit`,
  };
  return `case ${ACCOUNT_RULES.map(({ refusesIf }, nth) => `when ${conditions[refusesIf]} then ${nth}`).join(' ')} end`;
}

/**
 * Decides on a pocket and creates it, under the lock of its account. A separate statement: in the one that locks, it
 * would use the snapshot from before the wait. The key is claimed only if no rule refuses the pocket, so that a refusal
 * changes nothing; a concurrent request with the same key is waited for, and an expired key is taken over.
 */
export const DECIDE_POCKET: Statement<Decision, DecidedOn> = composed(
  'decide_pocket',
  { writes: 'snapshot' },
  decidePocket,
);

function decidePocket(composition: Composition) {
  const parameter = (name: keyof DecidedOn) => composition.parameter(name);
  return composition.with(
    {
      account: {
        materialized: `
      select account.id, account.branch, account.pocket_limit, account.status, ${refusingRule(parameter('ageFits'))} as broken_rule
      from payment_account as account
      left join account_program as program on program.id = account.program_id
      where account.partner_id = ${parameter('partnerId')} and account.number = ${parameter('accountNumber')}`,
      },
      ...claimQueries(composition, { from: 'account', where: 'account.broken_rule is null' }),
      recorded: eventInsertion(composition, 'from account, claimed'),
      audited: auditInsertion(composition, 'claimed'),
      created: pocketInsertion(composition, 'from account, claimed'),
    },
    `select account.id as "accountId", account.pocket_limit as "pocketLimit", account.status as "accountStatus",
      case account.broken_rule when ${LIMIT_RULE} then ${USED_POCKETS} end as used, account.broken_rule as "brokenRule",
      exists (select from held) as "isHeld", exists (select from claimed) as "isMade"
    from (select) as decision left join account on true`,
  );
}

/** Records the event of a pocket of `account`. */
function eventInsertion(composition: Composition, from: string): string {
  const [bodyStart, bodyEnd] = [composition.parameter('bodyStart'), composition.parameter('bodyEnd')];
  return composition.insertion(Outbox, {
    columns: RECORDED,
    group: 'event',
    given: {
      partnerId: composition.parameter('partnerId'),
      accountId: 'account.id',
      body: `${bodyStart}::text || to_json(account.branch)::text || ${bodyEnd}::text`,
    },
    from,
  });
}

/** Stores a pocket of `account`. */
function pocketInsertion(composition: Composition, from: string): string {
  const given = { partnerId: composition.parameter('partnerId'), accountId: 'account.id' };
  return composition.insertion(Pocket, { columns: POCKET_COLUMNS, given, from });
}
