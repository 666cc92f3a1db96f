import {
  decide,
  END_ROUND,
  UPDATE_HOLDER,
  type Verdict,
} from '../../../bank/registration-decisions/conclude-registration.ts';
import type { Sql } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/statements/statement.ts';

/**
 * Decides on a registration that a later one has replaced. An approval puts its record in force, unless that of a later
 * registration is. The later one stays pending: it was decided after $4, by the provider's clock.
 */
const DECIDE_REPLACED = statement(
  'decide_replaced_registration',
  `with replaced as (
     select customer.id, $2::customer_status = 'APPROVED'
         and (standing.status <> 'APPROVED' or standing.received_at < registration.received_at) as is_in_force
     from customer_registration as registration
     join lateral (
       select id, registration_id from customer
       where partner_id = registration.partner_id and document_number = registration.document_number
         and pending_registration_id is distinct from registration.id
       offset 0
     ) as customer on true
     join customer_registration as standing on standing.id = customer.registration_id
     where registration.id = $1 and registration.status = 'PENDING_APPROVAL'
   ), decided as (
     update customer_registration set status = $2, decided_at = $3, due_at = null from replaced
     where customer_registration.id = $1
   )
   update customer set provider_decided_at = greatest(provider_decided_at, $4::timestamptz),
     registration_id = case when is_in_force then $1 else registration_id end,
     status = case when is_in_force then $2 else status end,
     updated_at = case when is_in_force then $3 else updated_at end
   from replaced where customer.id = replaced.id
   returning customer.id`,
  { writes: 'lock' },
);

/** Concludes a registration that the provider has decided, and sends the event of; does nothing if it is decided here. */
export async function adoptVerdict(sql: Sql, id: string, verdict: Verdict, at: Date): Promise<void> {
  const decidedAt = at.toISOString();
  const values = [id, verdict.status, decidedAt, verdict.decidedAt ?? null] as const;
  const [customer] = await sql.run(END_ROUND, values);
  if (customer !== undefined) {
    await Promise.all(decide(sql, { id, customerId: customer.id, decidedAt }, verdict));
    return;
  }
  const [ofReplaced] = await sql.run(DECIDE_REPLACED, values);
  if (ofReplaced !== undefined) await sql.run(UPDATE_HOLDER, [ofReplaced.id]);
}
