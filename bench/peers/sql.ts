import { Pool, types, type PoolClient } from 'pg';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER } from '../../src/bank/accounts/payment-account.rows.ts';
import type { Statement } from '../../src/platform/statements/statement.ts';
import { FIND_POCKETS, pocketsOfAccount } from '../../src/bank/pockets/pocket.rows.ts';
import { messagesOfPartner } from '../../src/webhooks/archive/webhook-message.rows.ts';
import { firstPageStatement } from '../statements.ts';

/** The reading statements are the gateway's own objects, so the peers cannot drift apart from it. */
export { FIND_PAYMENT_ACCOUNT_BY_NUMBER, FIND_POCKETS };

/** The first page of an account's pockets, as the gateway reads it. `$1`: account ids, `$2`: rows. */
export const FIND_FIRST_POCKETS = await firstPageStatement(pocketsOfAccount);

const firstMessages = await firstPageStatement(messagesOfPartner, ['2026-01-01', '2026-01-02']);

/**
 * The first page of a partner's messages of a period. `$1`: partner ids, `$2`: rows, `$3`, `$4`: days. Without row-level
 * security nobody would read it through a view, which costs a little each time it is planned.
 */
export const FIND_FIRST_MESSAGES: Statement = {
  name: firstMessages.name,
  text: firstMessages.text.replace('webhook_message_of_partner', 'webhook_message'),
};

export const FIND_PARTNER: Statement = {
  name: 'find_partner',
  text: `select company_key as "companyKey" from partner where id = $1`,
};

/** createPocket as a team would write it: claim, lock, count, three writes, each in its own round trip. */
export const CLAIM_KEY: Statement = {
  name: 'claim_key',
  text: `insert into idempotency_key as held (partner_id, mutation, key, fingerprint, result_id, expires_at)
    values ($1, 'createPocket', $2, $3, $4, $5)
    on conflict (partner_id, mutation, key) do update
      set fingerprint = excluded.fingerprint, result_id = excluded.result_id, expires_at = excluded.expires_at
      where held.expires_at <= $6
    returning true as "claimed"`,
};

export const READ_KEY: Statement = {
  name: 'read_key',
  text: `select fingerprint, result_id as "resultId" from idempotency_key
    where partner_id = $1 and mutation = 'createPocket' and key = $2`,
};

export const LOCK_ACCOUNT: Statement = {
  name: 'lock_account',
  text: `select account.id, account.branch, account.number, account.status, account.pocket_limit as "pocketLimit",
      program.pockets_configured as "pocketsConfigured"
    from payment_account as account join account_program as program on program.id = account.program_id
    where account.partner_id = $1 and account.number = $2
    for no key update of account`,
};

export const COUNT_OPEN_POCKETS: Statement = {
  name: 'count_open_pockets',
  text: `select count(*)::int as "openPockets" from (
      select from payment_account as account cross join lateral (
        select from pocket where account_id = account.id and status <> 'CLOSED'
        order by created_at, id limit account.pocket_limit
      ) as open_pocket
      where account.id = $1
    ) as counted`,
};

export const INSERT_POCKET: Statement = {
  name: 'insert_pocket',
  text: `insert into pocket (id, partner_id, account_id, number, label, currency, status, reason, category, use_case,
      user_name, user_document_value, user_document_type, user_birth_date, metadata, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
};

export const INSERT_EVENT: Statement = {
  name: 'insert_event',
  text: `insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, idempotency_key,
      correlation_id, occurred_at, body)
    values ($1, $2, 'POCKET_ACCOUNT_WAS_CREATED', 'POCKET', $3, $4, $5, $6, $7, $8)`,
};

/** The eighth statement: stores the result of the key. */
export const KEEP_KEY_RESULT: Statement = {
  name: 'keep_key_result',
  text: `update idempotency_key set result_id = $3
    where partner_id = $1 and mutation = 'createPocket' and key = $2`,
};

/** Connections of each peer; the same as the gateway's default. */
const POOL_SIZE = 10;

/** Opens a pool that keeps dates and instants as the text that PostgreSQL sends, like the gateway's. */
export function openPool(connectionString: string): Pool {
  types.setTypeParser(types.builtins.DATE, String);
  types.setTypeParser(types.builtins.TIMESTAMPTZ, String);
  return new Pool({ connectionString, max: POOL_SIZE });
}

/** Runs a named, prepared statement. The caller knows the select list and types the rows. */
export async function run<Row extends object>(
  on: Pool | PoolClient,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await on.query<Row>({ name, text, values: [...values] });
  return rows;
}

/** Runs a transaction: an outcome with a code is a refusal and rolls back, as an error does. */
export async function inTransaction<Outcome extends object>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Outcome>,
): Promise<Outcome> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const outcome = await work(client);
    await client.query('code' in outcome ? 'rollback' : 'commit');
    return outcome;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
