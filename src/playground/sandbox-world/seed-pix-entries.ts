import type { SqlEntityManager } from '@mikro-orm/sql';
import { PaymentAccount } from '../../bank/accounts/payment-account.entity.ts';
import { Holder } from '../../bank/customers/holder.entity.ts';
import type { Random } from '../../kernel/random.ts';
import { PixEntry } from '../../bank/pix/pix-entry.entity.ts';
import { KEYS_PARTNER_ID, OTHER_PLAYERS_ISPB, OTHER_PLAYERS_KEYS, SANDBOX_ACCOUNT_KEYS } from './sandbox-keys.ts';

/** Age of the keys, in milliseconds: a day, so that none of them delays the next EVP key. */
const KEYS_AGE_MS = 86_400_000;

/** Fills the directory of addressing keys: with keys of accounts here, and at the other player. */
export async function seedPixEntries(em: SqlEntityManager, random: Random, now: Date): Promise<void> {
  const createdAt = new Date(now.getTime() - KEYS_AGE_MS);
  const stamp = () => ({ id: random.timeOrderedUuid(createdAt), createdAt });
  for (const { accountNumber, hasDocument, evps } of SANDBOX_ACCOUNT_KEYS) {
    const account = await em.findOneOrFail(PaymentAccount, { partnerId: KEYS_PARTNER_ID, number: accountNumber });
    const holder = await em.findOneOrFail(Holder, account.holderId);
    const owner = {
      ispb: account.bankIspb,
      ownerDocument: holder.documentValue,
      partnerId: account.partnerId,
      accountId: account.id,
    };
    if (hasDocument)
      em.create(PixEntry, { ...stamp(), ...owner, keyType: holder.documentType, keyValue: holder.documentValue });
    for (let nth = 0; nth < evps; nth += 1)
      em.create(PixEntry, { ...stamp(), ...owner, keyType: 'EVP', keyValue: evpOf(accountNumber, nth) });
  }
  for (const { type, value, ownerDocument } of OTHER_PLAYERS_KEYS)
    em.create(PixEntry, { ...stamp(), keyType: type, keyValue: value, ispb: OTHER_PLAYERS_ISPB, ownerDocument });
  await em.flush();
}

/**
 * Returns the value of a random key. It is the same in every sandbox: a sandbox in front of another one would otherwise
 * show keys that the other one does not have.
 */
function evpOf(accountNumber: string, nth: number): string {
  const digits = `${accountNumber}${String(nth).padStart(2, '0')}`;
  return `00000000-0000-4000-8000-${digits.padStart(12, '0')}`;
}
