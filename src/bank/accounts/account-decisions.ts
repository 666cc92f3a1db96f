import {
  batchedDecisions,
  type BatchedDecisions,
  type DecidedCall,
} from '../../platform/database/batched-decisions.ts';
import type { Sql } from '../../platform/database/database.ts';
import { columnsOf, compiled, text } from '../../platform/statements/compiled.ts';
import { PaymentAccount } from './payment-account.entity.ts';

/** Locks the account, so that no other decision interferes with the one that follows. */
const LOCK_ACCOUNT = compiled(
  'lock_account',
  { entities: [PaymentAccount], parameters: { partnerId: text, accountNumber: text } },
  (tables, { partnerId, accountNumber }) =>
    tables
      .selectFrom('PaymentAccount as account')
      .select(columnsOf('account', ['id']))
      .where('account.partnerId', '=', partnerId)
      .where('account.number', '=', accountNumber)
      .forNoKeyUpdate('account'),
);

/** Something to decide on an account. */
interface AccountCall extends DecidedCall {
  readonly partnerId: string;
  readonly accountNumber: string;
}

/** Decisions of a partner on accounts that wait at the same time share a transaction, and its round trip. */
export type AccountDecisions<Call, Decision> = BatchedDecisions<Call, Decision>;

/**
 * Makes decisions on accounts, each under the lock of its account. One object per process.
 * @param decide sends all its statements without waiting; they themselves decide what to change
 */
export function accountDecisions<Call extends AccountCall, Decision>(
  decide: (sql: Sql, call: Call) => Promise<Decision>,
): AccountDecisions<Call, Decision> {
  return batchedDecisions(
    async (sql, call: Call) => {
      const { partnerId, accountNumber } = call;
      const [, decision] = await Promise.all([sql.run(LOCK_ACCOUNT, { partnerId, accountNumber }), decide(sql, call)]);
      return decision;
    },
    ({ accountNumber }) => accountNumber,
  );
}
