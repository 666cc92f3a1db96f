import { isRefusal } from '../../kernel/domain-error.ts';
import { tooManyLookups, type TooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { Database } from '../database/database.ts';
import { BudgetName, type BudgetLeft, type BudgetSize, type LookupBudgetName } from './budget.ts';
import {
  EXCHANGE_LOOKUPS,
  FIND_LOOKUP_BUDGETS,
  FORGET_FULL_BUDGETS,
  FORGOTTEN_MAX,
  LOCK_LOOKUP_BUDGET,
  type ExchangedRow,
} from './lookup-budget.rows.ts';
import { LookupReservations, type PersonExchange } from './lookup-reservations.ts';

/** A company is asked about so many times as often as a person: it has as many keys, and more people who type them. */
const COMPANY_FACTOR = 10;
const CNPJ_LENGTH = 14;
const LOOKUP_BUDGETS = [BudgetName.CUSTOMER_LOOKUPS, BudgetName.KEY_LOOKUPS] as const;

/** Who asks, and about whom. */
export interface Lookup {
  readonly budget: LookupBudgetName;
  readonly partnerId: string;
  /** CPF or CNPJ of the person for whom the look-up is made. */
  readonly person: string;
}

/** What may be looked up of others. */
export interface Lookups {
  /**
   * Reserves one look-up and runs `work`, which may then look. It is given back unless the outcome is a refusal that tells
   * of somebody else. Without one, `work` is given the refusal that it must answer with before it would look.
   */
  during<Outcome>(lookup: Lookup, work: (refusal: TooManyLookups | undefined) => Promise<Outcome>): Promise<Outcome>;
  /** What is left of each budget. */
  left(partnerId: string): Promise<readonly BudgetLeft[]>;
  /** Ends when what was reserved by work that has ended is settled. */
  settled(): Promise<void>;
}

/** Nothing is limited. */
export const unlimitedLookups: Lookups = {
  during: (_lookup, work) => work(undefined),
  left: () => Promise.resolve([]),
  settled: () => Promise.resolve(),
};

/** How many look-ups that reveal others a partner may have, in all and for one person. */
export interface LookupSizes {
  /** Of a partner that has no size of its own. */
  readonly partner: BudgetSize;
  readonly person: BudgetSize;
}

/**
 * What partners may learn from being refused. "Already in use" tells that somebody is a customer or owns a key; how often
 * a partner is told so is bounded, for each person it asks for and in all. A look-up is reserved before the look, so
 * that of any number at once no more tell than the budget has.
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
      isCharge = isRefusal(outcome) && outcome.tellsOfOthers;
      return outcome;
    } finally {
      this.reservationsOf(lookup).settle(lookup.person, isCharge);
    }
  }

  left(partnerId: string): Promise<readonly BudgetLeft[]> {
    const { points, seconds } = this.sizes.partner;
    return this.database.run(FIND_LOOKUP_BUDGETS, [partnerId, LOOKUP_BUDGETS, points, seconds]);
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
      document.length === CNPJ_LENGTH ? person.points * COMPANY_FACTOR : person.points,
    );
    const values = [
      ...whose,
      ...[persons.map((one) => one.person), sizes, persons.map((one) => one.wanted)],
      ...[persons.map((one) => one.back), persons.map((one) => one.charged)],
      ...[person.seconds, partner.points, partner.seconds],
    ];
    return this.database.transaction((transaction) =>
      transaction.pipeline(async (pipelined) => {
        const [, rows] = await Promise.all([
          pipelined.run(LOCK_LOOKUP_BUDGET, whose),
          pipelined.run(EXCHANGE_LOOKUPS, values),
        ]);
        return rows;
      }),
    );
  }
}

/**
 * Deletes budgets that are full again.
 * @returns whether a batch was full, so that there may be more
 */
export async function forgetFullBudgets(database: Database): Promise<boolean> {
  return (await database.run(FORGET_FULL_BUDGETS, [FORGOTTEN_MAX])).length === FORGOTTEN_MAX;
}
