import { cashInsOfPerson, eraseParty } from '../bank/cash-ins/stored-parties.ts';
import { PaymentAccount } from '../bank/accounts/payment-account.entity.ts';
import { CustomerContact } from '../bank/customers/customer-contact.entity.ts';
import { CustomerFormerRecord } from '../bank/customers/customer-former-record.entity.ts';
import { CustomerRecord } from '../bank/customers/customer-record.entity.ts';
import { CustomerRegistration } from '../bank/customers/customer-registration.entity.ts';
import { lockCustomer } from '../bank/customers/lock-customer.ts';
import { Holder } from '../bank/customers/holder.entity.ts';
import { TransactionalHash } from '../bank/addressing-keys/transactional-hash.entity.ts';
import { eraseKeys, keysOf } from '../bank/pix/key-directory.ts';
import { TotpChallenge } from '../bank/totp/totp-challenge.entity.ts';
import { DocumentAnalysis } from '../bank/identity-pictures/document-analysis.entity.ts';
import { Event } from '../events/log/event.entity.ts';
import { capabilities } from '../capabilities.ts';
import type { Person } from '../platform/commands/keeps-person.ts';
import type { Database, Sql, Transaction } from '../platform/database/database.ts';
import { LookupBudget } from '../platform/limits/lookup-budget.entity.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import type { Entities } from '../platform/statements/entities.ts';

/** The number of a person's rows of each kind. */
export interface FoundOfPerson {
  readonly customers: number;
  readonly records: number;
  readonly registrations: number;
  readonly contacts: number;
  readonly documents: number;
  readonly accounts: number;
  readonly openAccounts: number;
  readonly keys: number;
  /** That they paid or received. */
  readonly cashIns: number;
  readonly events: number;
}

/** Why a person cannot be erased. */
export type ErasureObstacle = 'unknown' | 'pending' | 'open-account' | 'undecided';

interface ErasureNeeds {
  readonly database: Database;
  /** Opens inputs whose outcome is not known yet. */
  readonly secrets: SecretBox;
}

export interface ErasureOutcome {
  readonly found: FoundOfPerson;
  /** Undefined: none. */
  readonly obstacle: ErasureObstacle | undefined;
}

/**
 * Erases the data of a customer (LGPD, article 18, VI), or, on a dry run, only counts it. Runs in one transaction, and
 * erases nothing while an account is open or a registration is under analysis, or may be elsewhere.
 */
export async function eraseCustomer(
  { database, secrets }: ErasureNeeds,
  person: Person,
  isDryRun: boolean,
): Promise<ErasureOutcome> {
  return database.transaction(async (transaction) => {
    const { entities } = transaction;
    // Before the customer is read: one that is settled meanwhile has stored it by then.
    const isUndecided = await isKept(transaction, secrets, person);
    const stored = await storedOf(entities, person);
    const cashIns = await cashInsOfPerson(entities, secrets, person);
    const obstacle = isUndecided ? 'undecided' : obstacleOf(stored, cashIns.length);
    const found = { ...(await foundOf(transaction, person, stored)), cashIns: cashIns.length };
    if (isDryRun || obstacle !== undefined) return { found, obstacle };
    await eraseParty(entities, secrets, person, cashIns);
    erase(entities, stored);
    return { found, obstacle };
  });
}

/** What of the product can keep the data of a person. */
export const keepers = capabilities.flatMap(({ keepsPerson }) => keepsPerson ?? []);

/** Whether anything of the product keeps the data of the person. */
async function isKept(sql: Sql, secrets: SecretBox, person: Person): Promise<boolean> {
  for (const keeper of keepers) if (await keeper.isKept(sql, secrets, person)) return true;
  return false;
}

/** Finds everything that is stored about a person, except events. */
async function storedOf(entities: Entities, { partnerId, documentNumber }: Person) {
  const of = { partnerId, documentNumber };
  const customer = await lockCustomer(entities, of);
  const registrations = await entities.find(CustomerRegistration, of);
  const holder = await entities.findOne(Holder, { partnerId, documentValue: documentNumber });
  const accounts = holder === null ? [] : await entities.find(PaymentAccount, { partnerId, holderId: holder.id });
  return {
    customer,
    registrations,
    records: await entities.find(CustomerRecord, { registrationId: { $in: registrations.map(({ id }) => id) } }),
    formerRecords: await entities.find(CustomerFormerRecord, {
      registrationId: { $in: registrations.map(({ id }) => id) },
    }),
    contacts: customer === null ? [] : await entities.find(CustomerContact, { customerId: customer.id }),
    documents: await entities.find(DocumentAnalysis, of),
    lookups: await entities.find(LookupBudget, { partnerId, person: documentNumber }),
    challenges: await entities.find(TotpChallenge, { partnerId, document: documentNumber }),
    hashes: await entities.find(TransactionalHash, { partnerId, document: documentNumber }),
    holder,
    accounts,
    keys: await keysOf(entities, partnerId, idsOf(accounts)),
  };
}

type Stored = Awaited<ReturnType<typeof storedOf>>;

async function foundOf(
  transaction: Transaction,
  { partnerId, documentNumber: entityId }: Person,
  { customer, registrations, records, contacts, documents, accounts, keys }: Stored,
): Promise<Omit<FoundOfPerson, 'cashIns'>> {
  return {
    customers: customer === null ? 0 : 1,
    records: records.length,
    registrations: registrations.length,
    contacts: contacts.length,
    documents: documents.length,
    accounts: accounts.length,
    openAccounts: accounts.filter(isOpen).length,
    keys: keys.entries.length + keys.excluded.length,
    events: await transaction.entities.count(Event, { partnerId, context: 'CUSTOMER', entityId }),
  };
}

function idsOf(accounts: readonly PaymentAccount[]): readonly string[] {
  return accounts.map(({ id }) => id);
}

function isOpen({ status }: PaymentAccount): boolean {
  return status !== 'CLOSED';
}

function obstacleOf({ customer, documents, accounts }: Stored, cashIns: number): ErasureObstacle | undefined {
  if (customer === null && documents.length + cashIns === 0) return 'unknown';
  if (accounts.some(isOpen)) return 'open-account';
  return customer?.pendingRegistrationId ? 'pending' : undefined;
}

function erase(entities: Entities, { customer, registrations, holder, accounts, keys, ...stored }: Stored): void {
  const { records, formerRecords, contacts, documents, lookups, challenges, hashes } = stored;
  for (const gone of [...contacts, ...records, ...formerRecords, ...documents, ...lookups, ...challenges, ...hashes])
    entities.remove(gone);
  if (customer !== null) entities.remove(customer);
  eraseKeys(entities, keys);
  // Events refer to their registration: what is left of it shows only when it was decided, and how.
  for (const registration of registrations) registration.documentNumber = 'erased';
  // Nothing refers to a holder without accounts. A holder of closed accounts is kept with them.
  if (holder !== null && accounts.length === 0) entities.remove(holder);
}
