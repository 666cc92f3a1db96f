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

/** Names an account of a partner. */
interface NamedAccount {
  readonly partnerId: string;
  readonly accountNumber: string;
}

/**
 * Makes decisions on accounts, each under the lock of its account. One object per process.
 * @param decide sends all its statements without waiting; they themselves decide what to change
 */
export function accountDecisions<Call extends DecidedCall, Decision>(
  decide: (sql: Sql, call: Call) => Promise<Decision>,
  accountOf: (call: Call) => NamedAccount,
): BatchedDecisions<Call, Decision> {
  return batchedDecisions(
    async (sql, call: Call) => {
      const { partnerId, accountNumber } = accountOf(call);
      const [, decision] = await Promise.all([sql.run(LOCK_ACCOUNT, { partnerId, accountNumber }), decide(sql, call)]);
      return decision;
    },
    (call) => accountOf(call).accountNumber,
  );
}
