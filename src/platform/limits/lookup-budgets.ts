import { isRefusal } from '../../kernel/domain-error.ts';
import { tooManyLookups, type TooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { Database } from '../database/database.ts';
import { BudgetName, POINTS_MAX, type BudgetLeft, type BudgetSize, type LookupBudgetName } from './budget.ts';
import {
  EXCHANGE_LOOKUPS,
  FIND_LOOKUP_BUDGETS,
  FORGET_FULL_BUDGETS,
  FORGOTTEN_MAX,
  LOCK_LOOKUP_BUDGET,
  type ExchangedRow,
} from './lookup-budget.rows.ts';
import { LookupReservations, type PersonExchange } from './lookup-reservations.ts';

/** A company's budget is this many times a person's: it has correspondingly more keys, and more people enter them. */
const COMPANY_FACTOR = 10;
const CNPJ_LENGTH = 14;
const LOOKUP_BUDGETS = [BudgetName.CUSTOMER_LOOKUPS, BudgetName.KEY_LOOKUPS] as const;

/** The partner that looks up, and the person for whom it does so. */
export interface Lookup {
  readonly budget: LookupBudgetName;
  readonly partnerId: string;
  /** CPF or CNPJ of the person for whom the look-up is made. */
  readonly person: string;
}

/** Limits look-ups that can reveal other persons. */
export interface Lookups {
  /**
   * Reserves one look-up and runs `work`, which may look. The reservation is returned unless the outcome is a refusal
   * that reveals another person. If no budget is left, `work` gets the refusal that it must return before it would
   * look.
   */
  during<Outcome>(lookup: Lookup, work: (refusal: TooManyLookups | undefined) => Promise<Outcome>): Promise<Outcome>;
  /** What is left of each budget. */
  left(partnerId: string): Promise<readonly BudgetLeft[]>;
  /** Resolves when the reservations of all work that has ended are settled. */
  settled(): Promise<void>;
}

/** Limits nothing. */
export const unlimitedLookups: Lookups = {
  during: (_lookup, work) => work(undefined),
  left: () => Promise.resolve([]),
  settled: () => Promise.resolve(),
};

/** How many look-ups that reveal others a partner may make, in total and for one person. */
export interface LookupSizes {
  /** For partners without a size of their own. */
  readonly partner: BudgetSize;
  readonly person: BudgetSize;
}

/**
 * Limits what partners learn from refusals. "Already in use" reveals that another person is a customer or owns a key;
 * how often a partner gets this answer is bounded, for each person and in total. A look-up is reserved before it is
 * made, so that concurrent requests cannot exceed the budget.
 */
export class LookupBudgets implements Lookups {
  private readonly reservations = new Map<string, LookupReservations>();
  private readonly database: Database;
  private readonly sizes: LookupSizes;

  constructor(database: Database, sizes: LookupSizes) {
    this.database = database;
    this.sizes = sizes;
  }

  async during<Outcome>(
    lookup: Lookup,
    work: (refusal: TooManyLookups | undefined) => Promise<Outcome>,
  ): Promise<Outcome> {
    const seconds = await this.reservationsOf(lookup).reserve(lookup.person);
    if (seconds !== undefined) return work(tooManyLookups(seconds));
    let isCharge = false;
    try {
      const outcome = await work(undefined);
      isCharge = isRefusal(outcome) && outcome.revealsOthers;
      return outcome;
    } finally {
      this.reservationsOf(lookup).settle(lookup.person, isCharge);
    }
  }

  async left(partnerId: string): Promise<readonly BudgetLeft[]> {
    const { points, seconds } = this.sizes.partner;
    const rows = await this.database.run(FIND_LOOKUP_BUDGETS, [partnerId, LOOKUP_BUDGETS, points, seconds]);
    return LOOKUP_BUDGETS.flatMap((name) => rows.flatMap((row) => (row.name === name ? [{ ...row, name }] : [])));
  }

  async settled(): Promise<void> {
    await Promise.all([...this.reservations.values()].map((reservation) => reservation.idle()));
  }

  private reservationsOf({ budget, partnerId }: Lookup): LookupReservations {
    const key = `${budget} ${partnerId}`;
    let reservation = this.reservations.get(key);
    if (reservation === undefined) {
      reservation = new LookupReservations(
        (persons) => this.exchange([partnerId, budget], persons),
        () => this.reservations.delete(key),
      );
      this.reservations.set(key, reservation);
    }
    return reservation;
  }

  private exchange(whose: readonly [string, string], persons: readonly PersonExchange[]): Promise<ExchangedRow[]> {
    const { partner, person } = this.sizes;
    const sizes = persons.map(({ person: document }) =>
      document.length === CNPJ_LENGTH ? Math.min(POINTS_MAX, person.points * COMPANY_FACTOR) : person.points,
    );
    const values = [
      ...whose,
      persons.map((one) => one.person),
      sizes,
      persons.map((one) => one.wanted),
      persons.map((one) => one.back),
      persons.map((one) => one.charged),
      person.seconds,
      partner.points,
      partner.seconds,
    ] as const;
    // In one round trip with its commit: other processes wait for the lock, and must not wait for this one, too.
    return this.database.inOneRoundTrip(async (sql) => {
      const [, rows] = await Promise.all([sql.run(LOCK_LOOKUP_BUDGET, whose), sql.run(EXCHANGE_LOOKUPS, values)]);
      return rows;
    });
  }
}

/**
 * Deletes budgets that are full again.
 * @returns whether a batch was full, so that there may be more
 */
export async function forgetFullBudgets(database: Database): Promise<boolean> {
  return (await database.run(FORGET_FULL_BUDGETS, [FORGOTTEN_MAX])).length === FORGOTTEN_MAX;
}
