import type { AccountType } from '../../src/bank/accounts/account.enum.ts';
import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { PixEntryRow } from '../../src/bank/pix/pix-entry.rows.ts';
import { invalidAccountHolderStatus } from '../../src/bank/accounts/account.errors.ts';
import * as errors from '../../src/bank/pix/pix-entry.errors.ts';
import { localKeyDirectory } from '../../src/bank/pix/local-key-directory.ts';
import { COUNT_PIX_ENTRIES, LOCK_ACCOUNT_FOR_PIX_ENTRY } from '../../src/bank/pix/register-pix-entry.rows.ts';
import type { Sql } from '../../src/platform/database/database.ts';
import { instantText } from '../../src/platform/statements/instant.ts';
import type { Principal } from './auth.ts';
import type { Refusal } from './create-pocket.ts';
import { inTransaction, run } from './sql.ts';
import { valuesInOrder } from '../../src/platform/statements/statement.ts';

export interface RegisterPixEntryInput {
  readonly addressingKey: { readonly type: 'CPF' | 'EVP'; readonly value?: string };
  readonly account: { readonly branch: string; readonly number: string; readonly type: AccountType };
}

const ENTRIES_MAX = 5;
const EVP_INTERVAL_MS = 60_000;

/**
 * Does registerPixEntry as a lean implementation would: the gateway's own statements, one after the other. To its
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
  const { number } = input.account;
  const [account] = await sql.run(LOCK_ACCOUNT_FOR_PIX_ENTRY, { partnerId, ...input.account });
  if (account === undefined) return shown(errors.targetAccountDoesNotExist());
  if (account.status !== 'ACTIVE' || account.registrationStatus !== 'APPROVED')
    return shown(invalidAccountHolderStatus());
  const isEvp = input.addressingKey.type === 'EVP';
  const key = { type: input.addressingKey.type, value: input.addressingKey.value ?? randomUUID() };
  if (!isEvp && key.value !== account.holderDocument) return shown(errors.keyIsNotHolderDocument());
  const taken = isEvp ? undefined : await localKeyDirectory.findOwner(sql, key);
  if (taken !== undefined) return shown(errors.entryAlreadyExists('SAME_ACCOUNT', 'CHANGE_ACCOUNT'));
  const counted = await sql.run(COUNT_PIX_ENTRIES, [partnerId, number]);
  const [{ entries, lastEvpAt } = { entries: 0, lastEvpAt: null }] = counted;
  if (entries >= ENTRIES_MAX) return shown(errors.maximumEntriesReached(ENTRIES_MAX));
  const now = new Date();
  const isTooSoon = lastEvpAt !== null && now.getTime() - Date.parse(instantText(lastEvpAt)) < EVP_INTERVAL_MS;
  if (isEvp && isTooSoon) return shown(errors.evpTooSoon(1));
  const id = randomUUID();
  const owner = { ispb: account.bankIspb, document: account.holderDocument, accountId: account.id };
  await localKeyDirectory.register(sql, { id, key, owner, partnerId, createdAt: now });
  return { id, accountId: account.id, keyType: key.type, keyValue: key.value, createdAt: now.toISOString() };
}

function shown({ code, status, message }: Refusal): Refusal {
  return { code, status, message };
}
