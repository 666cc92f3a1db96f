/**
 * What the core raises about money, and what is asked before something closes: an extension keeps the books.
 * @packageDocumentation
 */

import type { DomainError } from '../kernel/domain-error.ts';
import type { Sql, Transaction } from '../platform/database/database.ts';

/** Money that an account has received. */
interface ReceivedMoney {
  readonly partnerId: string;
  readonly accountId: string;
  readonly cashInId: string;
  /** With two decimals. */
  readonly amount: string;
  readonly at: Date;
  /** Of the request that received it. */
  readonly correlationId: string;
  /** Whether it can be spent at once; otherwise it is held until it is cleared. */
  readonly isCleared: boolean;
  /** When what is held is to be cleared; null: when that is said. */
  readonly clearAt: Date | null;
}

/** Books a fact with statements that are sent, without waiting, in the transaction that raises it. */
export type Booked = (sql: Sql, fact: ReceivedMoney) => Promise<void>;

/** What is about to be closed, under the lock of its account. */
export type ClosingSubject =
  | { readonly kind: 'pocket'; readonly partnerId: string; readonly id: string; readonly number: string }
  | {
      readonly kind: 'account';
      readonly partnerId: string;
      readonly id: string;
      /** What else is in the way of it. */
      readonly openPockets: number;
      readonly pixEntries: number;
    };

/** Refuses that something closes, in the transaction that would close it; undefined if it may. */
export type MayClose = (transaction: Transaction, subject: ClosingSubject) => Promise<DomainError | undefined>;

/** Without books, nothing is booked, and no money is in the way of a closure. */
export const bookNothing: Booked = () => Promise.resolve();
export const closeAnything: MayClose = () => Promise.resolve(undefined);
