import type { AccountStatus, AccountType } from '../../src/bank/accounts/account.enum.ts';
import type { CustomerStatus } from '../../src/bank/customers/customer-status.enum.ts';
import { registerKey, type KeyOwner } from '../../src/bank/pix/key-directory.ts';
import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { PixEntryRow } from '../../src/bank/pix/pix-entry.rows.ts';
import { invalidAccountHolderStatus } from '../../src/bank/accounts/account.errors.ts';
import * as errors from '../../src/bank/pix/pix-entry.errors.ts';
import type { Sql } from '../../src/platform/database/database.ts';
import { instantText } from '../../src/platform/statements/instant.ts';
import type { Principal } from './auth.ts';
import type { Refusal } from './create-pocket.ts';
import { inTransaction, run } from './sql.ts';
import { valuesInOrder } from '../../src/platform/statements/statement.ts';
import { statementLike } from '../../src/platform/statements/statement.ts';

export interface RegisterPixEntryInput {
  readonly addressingKey: { readonly type: 'CPF' | 'EVP'; readonly value?: string };
  readonly account: { readonly branch: string; readonly number: string; readonly type: AccountType };
}

interface LockedAccount {
  readonly id: string;
  readonly status: AccountStatus;
  readonly bankIspb: string;
  readonly holderDocument: string;
  readonly registrationStatus: CustomerStatus;
}

const LOCK_ACCOUNT = statementLike<LockedAccount>(
  {},
  {
    name: 'bench_lock_account_for_pix_entry',
    text: `select account.id, account.status, account.bank_ispb as "bankIspb", holder.document_value as "holderDocument",
     holder.registration_status as "registrationStatus"
   from payment_account as account join holder on holder.id = account.holder_id
   where account.partner_id = $1 and account.branch = $2 and account.number = $3 and account.type = $4
   for no key update of account`,
  },
);

const FIND_KEY_OWNER = statementLike<KeyOwner>(
  {},
  {
    name: 'bench_find_key_owner',
    text: `select ispb, owner_document as "document", account_id as "accountId" from pix_entry
   where key_type = $1 and key_value = $2`,
  },
);

const COUNT_KEYS = statementLike<{ entries: number; lastEvpAt: string | null }>(
  {},
  {
    name: 'bench_count_pix_entries',
    text: `select count(*)::int as "entries", max(created_at) filter (where key_type = 'EVP') as "lastEvpAt"
   from pix_entry where account_id = $1`,
  },
);

const ENTRIES_MAX = 5;
const EVP_INTERVAL_MS = 60_000;

/**
 * Does registerPixEntry as a lean implementation would: a statement for each step, one after the other. To its
 * advantage it checks less (no check digits, users, banks, companies and hashes) and does not handle lost races.
 */
export async function registerPixEntry(
  pool: Pool,
  principal: Principal,
  input: RegisterPixEntryInput,
): Promise<PixEntryRow | Refusal> {
  return inTransaction(pool, (client) => registerInTransaction(client, principal, input));
}

async function registerInTransaction(client: PoolClient, { partnerId }: Principal, input: RegisterPixEntryInput) {
  const sql: Sql = { run: (statement, values) => run<never>(client, statement, valuesInOrder(statement, values)) };
  const { branch, number, type } = input.account;
  const [account] = await sql.run(LOCK_ACCOUNT, [partnerId, branch, number, type]);
  if (account === undefined) return shown(errors.targetAccountDoesNotExist([]));
  if (account.status !== 'ACTIVE' || account.registrationStatus !== 'APPROVED')
    return shown(invalidAccountHolderStatus());
  const isEvp = input.addressingKey.type === 'EVP';
  const key = { type: input.addressingKey.type, value: input.addressingKey.value ?? randomUUID() };
  if (!isEvp && key.value !== account.holderDocument) return shown(errors.keyIsNotHolderDocument());
  const [taken] = isEvp ? [] : await sql.run(FIND_KEY_OWNER, [key.type, key.value]);
  if (taken !== undefined) return shown(errors.entryAlreadyExists('SAME_ACCOUNT', 'CHANGE_ACCOUNT', key));
  const counted = await sql.run(COUNT_KEYS, [account.id]);
  const [{ entries, lastEvpAt } = { entries: 0, lastEvpAt: null }] = counted;
  if (entries >= ENTRIES_MAX) return shown(errors.maximumEntriesReached(ENTRIES_MAX));
  const now = new Date();
  const isTooSoon = lastEvpAt !== null && now.getTime() - Date.parse(instantText(lastEvpAt)) < EVP_INTERVAL_MS;
  if (isEvp && isTooSoon) return shown(errors.evpTooSoon(1));
  const id = randomUUID();
  const owner = { ispb: account.bankIspb, document: account.holderDocument, accountId: account.id };
  await registerKey(sql, { id, key, owner, partnerId, createdAt: now });
  return { id, accountId: account.id, keyType: key.type, keyValue: key.value, createdAt: now.toISOString() };
}

function shown({ code, status, message }: Refusal): Refusal {
  return { code, status, message };
}
