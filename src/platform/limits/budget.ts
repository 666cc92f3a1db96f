/** What a partner is limited by; the same names in the schema. */
export const BudgetName = {
  READS: 'READS',
  MUTATIONS: 'MUTATIONS',
  CUSTOMER_LOOKUPS: 'CUSTOMER_LOOKUPS',
  KEY_LOOKUPS: 'KEY_LOOKUPS',
} as const;
export type BudgetName = (typeof BudgetName)[keyof typeof BudgetName];

/** Budgets of answers that reveal somebody else. */
export type LookupBudgetName = typeof BudgetName.CUSTOMER_LOOKUPS | typeof BudgetName.KEY_LOOKUPS;

/** A full budget, and after how many seconds one comes back. */
export interface BudgetSize {
  readonly points: number;
  readonly seconds: number;
}

/** Largest number in a size: more than any partner needs. */
const SIZE_DIGITS_MAX = 6;
const SIZE = new RegExp(`^([1-9]\\d{0,${SIZE_DIGITS_MAX - 1}})/([1-9]\\d{0,${SIZE_DIGITS_MAX - 1}})$`);

/** Reads a size such as `100/60`: a hundred, and one back in 60 seconds. */
export function budgetSize(text: string): BudgetSize | undefined {
  const [, points, seconds] = SIZE.exec(text) ?? [];
  return points === undefined || seconds === undefined
    ? undefined
    : { points: Number(points), seconds: Number(seconds) };
}

/** What is left of a budget of a partner. */
export interface BudgetLeft {
  readonly name: BudgetName;
  readonly limit: number;
  readonly remaining: number;
  /** Until it is full again; 0 when it is. */
  readonly resetSeconds: number;
}
