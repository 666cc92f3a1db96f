import type { NoteEvent } from '../elsewhere.port.ts';
import type { CustomerStatus } from '../customers/customer-status.enum.ts';
import type { ReprovalReason } from '../customers/reproval-reason.enum.ts';
import { END_REPLACED_ANALYSES } from '../registrations/register-customer.rows.ts';
import { registrationEvent } from '../registrations/registration.events.ts';
import type { EventLog } from '../../events/log/event-log.ts';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';

/** Whether a customer gets the decision $2 on the registration $1: it is an approval, or no record is in force. */
const GETS_DECISION = `($2::customer_status = 'APPROVED' or registration_id = $1 or status = 'PENDING_APPROVAL')`;

/**
 * Ends a customer's registration if it is still pending; of several workers only one finds it so. An approval puts its
 * record in force. A rejection changes nothing of a customer with a record in force; without one, the customer becomes REPROVED.
 * What the provider decided at $4, by its clock, decides nothing if it is not after its last known decision.
 */
export const END_ROUND = statement(
  'end_registration_round',
  `update customer set pending_registration_id = null,
     updated_at = case when ${GETS_DECISION} then $3 else updated_at end,
     registration_id = case when ${GETS_DECISION} then $1 else registration_id end,
     status = case when ${GETS_DECISION} then $2 else status end,
     provider_decided_at = coalesce($4, provider_decided_at)
   where pending_registration_id = $1
     and ($4::timestamptz is null or provider_decided_at is null or provider_decided_at < $4)
   returning id`,
  { writes: 'lock' },
);

/** There are as many decisions as registrations: loaded, changed and flushed, one took eight times the CPU. */
const DECIDE_REGISTRATION = statement(
  'decide_registration',
  `update customer_registration set status = $2, decided_at = $3, reasons = $4, due_at = null where id = $1`,
  { writes: 'figure' },
);

/** The record in force keeps its contacts; all other contacts of the customer are released. */
const RELEASE_CONTACTS = statement(
  'release_contacts',
  `delete from customer_contact as contact
   using customer join customer_record as record on record.registration_id = customer.registration_id
   where customer.id = $1 and contact.customer_id = customer.id
     and (customer.status = 'REPROVED' or contact.value not in (record.phone_e164, record.email))`,
  { writes: 'batch' },
);

/** Copies the decision, and the name in force, to the holder of accounts. */
export const UPDATE_HOLDER = statement(
  'update_holder_of_customer',
  `update holder set registration_status = customer.status,
     name = case when customer.status = 'APPROVED' then record.register_name else holder.name end
   from customer join customer_record as record on record.registration_id = customer.registration_id
   where customer.id = $1 and holder.partner_id = customer.partner_id
     and holder.document_value = customer.document_number`,
  { writes: 'figure' },
);

/** A registration that awaits a decision, and its requester. */
export interface PendingRegistration extends Requester {
  readonly id: string;
  readonly documentNumber: string;
  readonly receivedAt: string;
}

/** The outcome of an analysis. */
export interface Verdict {
  readonly status: Extract<CustomerStatus, 'APPROVED' | 'REPROVED'>;
  /** Why it was rejected; empty otherwise. */
  readonly reasons: readonly ReprovalReason[];
  /** When the provider decided, by its own clock (ISO 8601), if it did and says so. */
  readonly decidedAt?: string | undefined;
}

export interface ConcludeDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
  /** Set if it is decided elsewhere. */
  readonly noteVerdict?: NoteEvent | undefined;
}

/**
 * Concludes a registration, once, however often it is attempted: status, customer, contacts, holder and event are
 * committed together. Uses plain statements, as each registration is concluded: entities took eight times the CPU.
 */
export async function concludeRegistration(
  { database, eventLog, clock, random, noteVerdict }: ConcludeDependencies,
  { id, documentNumber, partnerId, companyKey, correlationId }: PendingRegistration,
  { status, reasons, decidedAt: providerDecidedAt }: Verdict,
): Promise<void> {
  const requester = { partnerId, companyKey, correlationId };
  const at = clock.now();
  const decidedAt = at.toISOString();
  await database.transaction(async (transaction) => {
    const [customer] = await transaction.run(END_ROUND, [id, status, decidedAt, providerDecidedAt ?? null]);
    if (customer === undefined) {
      await transaction.run(END_REPLACED_ANALYSES, [partnerId, documentNumber]);
      return;
    }
    const event = registrationEvent({ registrationId: id, documentNumber, status, requester, at }, random);
    const isRecorded = (await noteVerdict?.(transaction, event, id)) ?? true;
    transaction.pipelineWithCommit((pipelined: Sql) =>
      Promise.all([
        ...decide(pipelined, { id, customerId: customer.id, decidedAt }, { status, reasons }),
        ...(isRecorded ? [eventLog.record(pipelined, event)] : []),
      ]),
    );
    transaction.afterCommit(eventLog.wake);
  });
}

interface Decided {
  readonly id: string;
  readonly customerId: string;
  readonly decidedAt: string;
}

/** Updates what depends on the end of a registration, in this order. */
export function decide(
  sql: Sql,
  { id, customerId, decidedAt }: Decided,
  { status, reasons }: Verdict,
): Promise<unknown>[] {
  return [
    sql.run(DECIDE_REGISTRATION, [id, status, decidedAt, reasons]),
    sql.run(RELEASE_CONTACTS, [customerId]),
    sql.run(UPDATE_HOLDER, [customerId]),
  ];
}
