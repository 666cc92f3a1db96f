import type { Database, Transaction } from '../platform/database/database.ts';
import { statement } from '../platform/statements/statement.ts';

/** Locks the customer: nothing is registered, decided or opened for it meanwhile. */
const LOCK_CUSTOMER = statement<{ isPending: boolean }>(
  'lock_customer_to_erase',
  `select id, pending_registration_id is not null as "isPending" from customer
   where partner_id = $1 and document_number = $2 for update`,
);

const COUNT_FOUND = statement<FoundOfPerson>(
  'count_what_to_erase',
  `select
     (select count(*)::int from customer where partner_id = $1 and document_number = $2) as "customers",
     (select count(*)::int from customer_registration as registration
        join customer_record as record on record.registration_id = registration.id
      where registration.partner_id = $1 and registration.document_number = $2) as "records",
     (select count(*)::int from customer_registration where partner_id = $1 and document_number = $2) as "registrations",
     (select count(*)::int from customer_contact as contact join customer on customer.id = contact.customer_id
      where customer.partner_id = $1 and customer.document_number = $2) as "contacts",
     (select count(*)::int from document_analysis where partner_id = $1 and document_number = $2) as "documents",
     (select count(*)::int from payment_account as account join holder on holder.id = account.holder_id
      where holder.partner_id = $1 and holder.document_value = $2) as "accounts",
     (select count(*)::int from payment_account as account join holder on holder.id = account.holder_id
      where holder.partner_id = $1 and holder.document_value = $2 and account.status <> 'CLOSED') as "openAccounts",
     (select count(*)::int from event where partner_id = $1 and context = 'CUSTOMER' and entity_id = $2) as "events"`,
);

const DELETIONS = [
  statement(
    'erase_contacts',
    `delete from customer_contact as contact using customer
     where customer.id = contact.customer_id and customer.partner_id = $1 and customer.document_number = $2`,
  ),
  statement(
    'erase_records',
    `delete from customer_record as record using customer_registration as registration
     where registration.id = record.registration_id and registration.partner_id = $1
       and registration.document_number = $2`,
  ),
  statement('erase_customer', `delete from customer where partner_id = $1 and document_number = $2`),
  statement('erase_documents', `delete from document_analysis where partner_id = $1 and document_number = $2`),
  statement('erase_lookups', `delete from lookup_budget where partner_id = $1 and person = $2`),
  // Events lead to their registration: what is left of it says when a nobody was decided on, and how.
  statement(
    'erase_document_of_registrations',
    `update customer_registration set document_number = 'erased' where partner_id = $1 and document_number = $2`,
  ),
  // Of a holder without accounts nothing else speaks. One of closed accounts stays with them.
  statement(
    'erase_holder',
    `delete from holder where partner_id = $1 and document_value = $2
       and not exists (select from payment_account as account where account.holder_id = holder.id)`,
  ),
] as const;

/** Who is to be erased. */
export interface PersonToErase {
  readonly partnerId: string;
  readonly documentNumber: string;
}

/** How many rows of each kind there are of a person. */
export interface FoundOfPerson {
  readonly customers: number;
  readonly records: number;
  readonly registrations: number;
  readonly contacts: number;
  readonly documents: number;
  readonly accounts: number;
  readonly openAccounts: number;
  readonly events: number;
}

/** Why a person is not erased. */
export type ErasureObstacle = 'unknown' | 'pending' | 'open-account';

export interface ErasureOutcome {
  readonly found: FoundOfPerson;
  /** Undefined: nothing is in the way. */
  readonly obstacle: ErasureObstacle | undefined;
}

/**
 * Erases what is stored of a customer (LGPD, article 18, VI), or only says what there is. It is done in one transaction,
 * and not at all while an account is open or a registration is under analysis.
 */
export async function eraseCustomer(
  database: Database,
  { partnerId, documentNumber }: PersonToErase,
  isDryRun: boolean,
): Promise<ErasureOutcome> {
  const person = [partnerId, documentNumber];
  return database.transaction(async (transaction) => {
    const outcome = await look(transaction, person);
    if (isDryRun || outcome.obstacle !== undefined) return outcome;
    for (const deletion of DELETIONS) await transaction.run(deletion, person);
    return outcome;
  });
}

async function look(transaction: Transaction, person: readonly string[]): Promise<ErasureOutcome> {
  const [customer] = await transaction.run(LOCK_CUSTOMER, person);
  const [found] = await transaction.run(COUNT_FOUND, person);
  if (found === undefined) throw new Error('A count gave no row.');
  return { found, obstacle: obstacleOf(found, customer?.isPending === true) };
}

function obstacleOf({ customers, documents, openAccounts }: FoundOfPerson, isPending: boolean) {
  if (customers + documents === 0) return 'unknown';
  if (openAccounts > 0) return 'open-account';
  return isPending ? 'pending' : undefined;
}
