import { statement } from '../../platform/statements/statement.ts';

/** A cash-in as it is read from storage. */
export interface CashInRow {
  readonly id: string;
  readonly accountId: string;
  /** With two decimals; never a double. */
  readonly amount: string;
  readonly currency: string;
  readonly endToEndId: string | null;
}

export const FIND_CASH_INS = statement<CashInRow>(
  'find_cash_ins',
  `select cash_in.id, cash_in.account_id as "accountId", cash_in.amount::text as "amount", cash_in.currency,
     cash_in.end_to_end_id as "endToEndId"
   from cash_in where cash_in.partner_id = $1 and cash_in.id = any ($2::uuid[])`,
);
