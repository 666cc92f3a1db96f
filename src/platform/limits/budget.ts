/** The budgets of a partner; the schema uses the same names. */
export const BudgetName = {
  READS: 'READS',
  MUTATIONS: 'MUTATIONS',
  CUSTOMER_LOOKUPS: 'CUSTOMER_LOOKUPS',
  KEY_LOOKUPS: 'KEY_LOOKUPS',
} as const;
export type BudgetName = (typeof BudgetName)[keyof typeof BudgetName];

/** Budgets of errors that reveal another person. */
export type LookupBudgetName = typeof BudgetName.CUSTOMER_LOOKUPS | typeof BudgetName.KEY_LOOKUPS;

/** The size of a full budget, and the seconds after which it is refilled by one. */
export interface BudgetSize {
  readonly points: number;
  readonly seconds: number;
}

/** Most digits of a number in a size: more than any partner needs. */
const SIZE_DIGITS_MAX = 6;
/** The largest number of a size. */
export const POINTS_MAX = 10 ** SIZE_DIGITS_MAX - 1;
const SIZE = new RegExp(`^([1-9]\\d{0,${SIZE_DIGITS_MAX - 1}})/([1-9]\\d{0,${SIZE_DIGITS_MAX - 1}})$`);

/** Parses a size such as `100/60`: a hundred, refilled by one per 60 seconds. */
export function budgetSize(text: string): BudgetSize | undefined {
  const [, points, seconds] = SIZE.exec(text) ?? [];
  return points === undefined || seconds === undefined
    ? undefined
    : { points: Number(points), seconds: Number(seconds) };
}

/** What is left of a partner's budget. */
export interface BudgetLeft {
  readonly name: BudgetName;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until it is full again; 0 if it is full. */
  readonly resetSeconds: number;
}
