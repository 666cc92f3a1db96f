import { statement } from '../../platform/statements/statement.ts';
import type { PepLevel } from './customer-record.enum.ts';
import type { CustomerStatus } from './customer-status.enum.ts';

/** A customer with the record in force, read in one statement; instants as PostgreSQL writes them. */
export interface CustomerRow {
  readonly id: string;
  readonly documentNumber: string;
  readonly status: CustomerStatus;
  readonly reasons: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly registerName: string;
  readonly socialName: string | null;
  /** `YYYY-MM-DD` */
  readonly birthDate: string;
  readonly phoneCountryCode: string;
  readonly phoneNumber: string;
  readonly email: string;
  readonly zipCode: string;
  readonly addressLine: string;
  readonly buildingNumber: string;
  readonly complement: string | null;
  readonly neighborhood: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  /** With two decimals; never a double. */
  readonly incomeValue: string;
  readonly incomeCurrency: string;
  readonly occupation: string;
  readonly pepLevel: PepLevel;
  readonly motherName: string;
}

const SELECT = `
  select customer.id, customer.document_number as "documentNumber", customer.status, registration.reasons,
    customer.created_at as "createdAt", customer.updated_at as "updatedAt", record.register_name as "registerName",
    record.social_name as "socialName", record.birth_date as "birthDate",
    record.phone_country_code as "phoneCountryCode", record.phone_number as "phoneNumber", record.email,
    record.zip_code as "zipCode", record.address_line as "addressLine", record.building_number as "buildingNumber",
    record.complement, record.neighborhood, record.city, record.state, record.country,
    record.income_value::text as "incomeValue", record.income_currency as "incomeCurrency", record.occupation,
    record.pep_level as "pepLevel", record.mother_name as "motherName"
  from customer
  join customer_registration as registration on registration.id = customer.registration_id
  join customer_record as record on record.registration_id = customer.registration_id`;

export const FIND_CUSTOMER = statement<CustomerRow>(
  'find_customer',
  `${SELECT} where customer.partner_id = $1 and customer.document_number = $2`,
);

export const FIND_CUSTOMERS = statement<CustomerRow>(
  'find_customers',
  `${SELECT} where customer.partner_id = $1 and customer.id = any ($2::uuid[])`,
);
