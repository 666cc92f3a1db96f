import type { CustomerStatus } from '../customers/customer-status.enum.ts';
import { statement } from '../../platform/statements/statement.ts';

/** A registration as it is read from storage; instants as PostgreSQL writes them. */
export interface RegistrationRow {
  readonly id: string;
  readonly documentNumber: string;
  readonly status: CustomerStatus;
  readonly receivedAt: string;
  readonly decidedAt: string | null;
  readonly reasons: readonly string[];
}

export const FIND_REGISTRATIONS = statement(
  'find_registrations',
  `select id, document_number as "documentNumber", status, received_at as "receivedAt", decided_at as "decidedAt",
     reasons
   from customer_registration where partner_id = $1 and id = any ($2::uuid[])`,
);
