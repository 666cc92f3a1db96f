import { dueInTurn } from '../../../platform/database/waiting-partners.ts';
import { PaymentAccount } from '../../../bank/accounts/payment-account.entity.ts';
import { CashIn } from '../../../bank/cash-ins/cash-in.entity.ts';
import { Partner } from '../../../bank/partners/partner.entity.ts';
import { sql } from 'kysely';
import {
  columnsOf,
  compiled,
  eachOf,
  insertOf,
  text,
  timestamptz,
  uuid,
  uuids,
  valuesOf,
} from '../../../platform/statements/compiled.ts';
import { statement } from '../../../platform/statements/statement.ts';
import { CashInClearing } from './cash-in-clearing.entity.ts';

/** Sent with the commit of the cash-in: a flush would be a round trip of its own. */
export const HOLD_CASH_IN = compiled(
  'hold_cash_in',
  {
    entities: [CashInClearing],
    parameters: valuesOf(CashInClearing, ['cashInId', 'partnerId', 'correlationId', 'dueAt'] as const),
    writes: 'figure',
  },
  (_, values) => insertOf(CashInClearing, values),
);

export const FIND_CLEARINGS = compiled(
  'find_cash_in_clearings',
  { entities: [CashInClearing], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    eachOf(ids, (id) =>
      tables
        .selectFrom('CashInClearing as clearing')
        .select('clearing.cashInId as id')
        .select(columnsOf('clearing', ['clearedAt']))
        .where('clearing.partnerId', '=', partnerId)
        .where('clearing.cashInId', '=', id),
    ),
);

/** Locks the account of a cash-in: whatever moves its money waits, and what is read next is as they left it. */
export const LOCK_ACCOUNT_OF_CASH_IN = compiled(
  'lock_account_of_cash_in',
  { entities: [CashIn, PaymentAccount, Partner], parameters: { partnerId: text, cashInId: uuid } },
  (tables, { partnerId, cashInId }) =>
    tables
      .selectFrom('CashIn as cashIn')
      .innerJoin('PaymentAccount as account', 'account.id', 'cashIn.accountId')
      .innerJoin('Partner as partner', 'partner.id', 'account.partnerId')
      .select(columnsOf('account', ['branch', 'number']))
      .select(columnsOf('cashIn', ['accountId', 'rail', 'currency', 'endToEndId', 'createdAt', 'parties', 'id']))
      .select((columns) => sql<string>`${columns.ref('cashIn.amount')}::text`.as('amount'))
      .select('partner.companyKey as companyKey')
      .where('cashIn.partnerId', '=', partnerId)
      .where('cashIn.id', '=', cashInId)
      .forNoKeyUpdate('account'),
);

/** Notes that a cash-in is cleared, if it is held. A separate statement: its snapshot is taken after the lock. */
export const CLEAR_CASH_IN = compiled(
  'clear_cash_in',
  {
    entities: [CashInClearing],
    parameters: { partnerId: text, cashInId: uuid, clearedAt: timestamptz },
    writes: 'lock',
  },
  (tables, { partnerId, cashInId, clearedAt }) =>
    tables
      .updateTable('CashInClearing')
      .set({ clearedAt, dueAt: sql<null>`null` })
      .where('partnerId', '=', partnerId)
      .where('cashInId', '=', cashInId)
      .where('clearedAt', 'is', null)
      .returning('correlationId as correlationId'),
);

const clearings = dueInTurn('cash_in_clearing', 'cash_in_id');

/** When the next cash-in is due to be cleared. */
export const EARLIEST_CLEARING = clearings.earliest;

/** Claims cash-ins that are due, of partners in turn. They are due again at $2, in case this worker is killed. */
export const CLAIM_CLEARINGS = statement(
  'claim_cash_in_clearings',
  `with recursive ${clearings.due}
   update cash_in_clearing as clearing set due_at = $2
   from (
     select cash_in_id from cash_in_clearing where cash_in_id in (select cash_in_id from due) for update skip locked
   ) as claimed
   where clearing.cash_in_id = claimed.cash_in_id
   returning clearing.cash_in_id as "cashInId", clearing.partner_id as "partnerId"`,
  { writes: 'lock' },
);
