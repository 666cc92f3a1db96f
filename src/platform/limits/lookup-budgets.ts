import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../database/database.ts';
import { instantOf } from '../database/instant.ts';
import { statement } from '../database/statement.ts';

/** A partner's budget when it has not been refused for long, and what comes back of it in a minute. */
const BUDGET_POINTS = 100;
const POINTS_PER_MINUTE = 2;
/** What a refusal costs that tells who is a customer, or who owns a key. */
const REFUSAL_POINTS = 20;
/** A burst that was under way at once can overdraw the budget by this much. */
const OVERDRAFT_POINTS_MAX = 100;
/** How long a process goes by what it knows of a budget, which others may have charged meanwhile. */
const KNOWN_FOR_MS = 5_000;
const MS_PER_MINUTE = 60_000;

const FIND_BUDGET = statement(
  'find_lookup_budget',
  'select points, counted_at as "countedAt" from lookup_budget where partner_id = $1',
);

const CHARGE_BUDGET = statement(
  'charge_lookup_budget',
  `insert into lookup_budget as budget (partner_id, points, counted_at)
   values ($1, ${BUDGET_POINTS - REFUSAL_POINTS}, $2)
   on conflict (partner_id) do update set
     points = greatest(-${OVERDRAFT_POINTS_MAX}, least(${BUDGET_POINTS}, budget.points
       + greatest(0, extract(epoch from excluded.counted_at - budget.counted_at)) / 60 * ${POINTS_PER_MINUTE})
       - ${REFUSAL_POINTS}),
     counted_at = greatest(budget.counted_at, excluded.counted_at)
   returning points, counted_at as "countedAt"`,
);

interface BudgetRow {
  readonly points: number;
  readonly countedAt: string;
}

interface Budget {
  readonly points: number;
  readonly countedAt: number;
  /** When it was read here. */
  readonly knownAt: number;
}

/**
 * What partners may learn from being refused. "Already in use" tells that somebody is a customer or owns a key, so each
 * such answer is charged, and who asks for too many of them waits.
 */
export class LookupBudgets {
  private readonly known = new Map<string, Budget>();
  private readonly database: Database;
  private readonly clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.database = database;
    this.clock = clock;
  }

  /** Seconds until the partner may risk another such refusal; 0: now. */
  async secondsToWait(partnerId: string): Promise<number> {
    const now = this.clock.now().getTime();
    const budget = this.known.get(partnerId);
    const isFresh = budget !== undefined && Math.abs(now - budget.knownAt) < KNOWN_FOR_MS;
    const { points, countedAt } = isFresh ? budget : await this.find(partnerId, now);
    const minutes = Math.max(0, now - countedAt) / MS_PER_MINUTE;
    const lacking = REFUSAL_POINTS - (points + minutes * POINTS_PER_MINUTE);
    return lacking <= 0 ? 0 : Math.ceil((lacking / POINTS_PER_MINUTE) * 60);
  }

  /** Charges one refusal. */
  async charge(partnerId: string): Promise<void> {
    const now = this.clock.now();
    const rows = await this.database.run<BudgetRow>(CHARGE_BUDGET, [partnerId, now]);
    this.remember(partnerId, rows, now.getTime());
  }

  private async find(partnerId: string, now: number): Promise<Budget> {
    return this.remember(partnerId, await this.database.run<BudgetRow>(FIND_BUDGET, [partnerId]), now);
  }

  private remember(partnerId: string, [row]: readonly BudgetRow[], knownAt: number): Budget {
    const budget =
      row === undefined
        ? { points: BUDGET_POINTS, countedAt: knownAt, knownAt }
        : { points: row.points, countedAt: instantOf(row.countedAt).getTime(), knownAt };
    this.known.set(partnerId, budget);
    return budget;
  }
}
