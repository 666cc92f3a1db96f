import { BatchedCalls } from '../../platform/database/batched-calls.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import type { keepSpan } from '../../platform/observability/spans.ts';
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
interface AccountCall {
  readonly database: Database;
  readonly partnerId: string;
  readonly accountNumber: string;
  /** Runs work in the context of its caller, where its spans belong. */
  readonly asCaller: ReturnType<typeof keepSpan>;
}

/** Decisions of a partner that wait at the same time share a transaction, and its round trip. */
export type AccountDecisions<Call, Decision> = BatchedCalls<Call, Decision>;

/**
 * Makes decisions on accounts, each under the lock of its account. One object per process.
 * @param decide sends all its statements without waiting; they themselves decide what to change
 */
export function accountDecisions<Call extends AccountCall, Decision>(
  decide: (sql: Sql, call: Call) => Promise<Decision>,
): AccountDecisions<Call, Decision> {
  async function decideLocked(sql: Sql, call: Call): Promise<Decision> {
    const { partnerId, accountNumber } = call;
    const [, decision] = await Promise.all([sql.run(LOCK_ACCOUNT, { partnerId, accountNumber }), decide(sql, call)]);
    return decision;
  }
  return new BatchedCalls(
    async (calls: readonly Call[]): Promise<readonly Decision[]> => {
      const [first] = calls;
      if (first === undefined) return [];
      return first.database.inOneRoundTrip((sql) =>
        Promise.all(calls.map((call) => call.asCaller(decideLocked, sql, call))),
      );
    },
    // Sorted by account: processes that lock accounts in different orders would deadlock.
    (one, other) => (one.accountNumber < other.accountNumber ? -1 : 1),
  );
}
