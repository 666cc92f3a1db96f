import { sumOf } from './cents.ts';

/** Currency of all accounts (ours: both rails carry no other). */
export const ACCOUNT_CURRENCY = 'BRL';

/** An amount with two decimals, in a currency. */
export interface Money {
  readonly value: string;
  readonly currency: string;
}

/** The stored parts of a balance. */
export interface BalanceParts {
  readonly available: string;
  readonly hold: string;
}

export interface Balance {
  /** The sum of the others. */
  readonly total: Money;
  readonly available: Money;
  readonly hold: Money;
}

/** Of an account or a pocket that never had money. */
export const NO_MONEY: BalanceParts = { available: '0.00', hold: '0.00' };

export function balanceOf({ available, hold }: BalanceParts, currency: string): Balance {
  const money = (value: string): Money => ({ value, currency });
  return { total: money(sumOf(available, hold)), available: money(available), hold: money(hold) };
}
