import type { ReadThrough } from '../elsewhere.port.ts';
import type { CustomerRow } from './customer.rows.ts';

/** What of customers may happen elsewhere. */
export interface CustomersElsewhere {
  /** By CPF. */
  readonly customer?: ReadThrough<CustomerRow>;
}
