import type { TaxpayerIdType } from '../../kernel/taxpayer-id.ts';
import type { CustomerStatus } from '../customers/customer-status.enum.ts';
import type { HolderStatus, HolderType } from '../customers/holder.enum.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { AccountStatus, AccountType } from './account.enum.ts';

/** A payment account with its bank and holder, read in one statement; instants as PostgreSQL writes them. */
export interface PaymentAccountRow {
  readonly owner: string;
  readonly id: string;
  readonly branch: string;
  readonly number: string;
  readonly type: AccountType;
  readonly status: AccountStatus;
  readonly reason: string | null;
  readonly pocketLimit: number;
  readonly createdAt: string;
  readonly bankIspb: string;
  readonly bankCode: string | null;
  readonly bankName: string;
  readonly holderDocumentValue: string;
  readonly holderDocumentType: TaxpayerIdType;
  readonly holderType: HolderType;
  readonly holderName: string;
  readonly holderStatus: HolderStatus;
  readonly holderRegistrationStatus: CustomerStatus;
  readonly holderCreatedAt: string;
}

const COLUMNS = `
  account.id, account.branch, account.number, account.type, account.status, account.reason,
  account.pocket_limit as "pocketLimit", account.created_at as "createdAt",
  bank.ispb as "bankIspb", bank.code as "bankCode", bank.name as "bankName",
  holder.document_value as "holderDocumentValue", holder.document_type as "holderDocumentType",
  holder.type as "holderType", holder.name as "holderName", holder.status as "holderStatus",
  holder.registration_status as "holderRegistrationStatus", holder.created_at as "holderCreatedAt"`;

const FROM = `payment_account as account
  join holder on holder.id = account.holder_id
  join bank on bank.ispb = account.bank_ispb`;

/** The accounts of a partner, by number. */
export const paymentAccountsOfPartner = new Keyset<PaymentAccountRow>({
  name: 'payment_accounts',
  columns: COLUMNS,
  from: FROM,
  owner: { expression: 'account.partner_id', type: 'text' },
  key: [{ expression: 'account.number', output: 'number', type: 'text' }],
  descending: false,
});

export const FIND_PAYMENT_ACCOUNT_BY_NUMBER = statement<PaymentAccountRow>(
  'find_payment_account_by_number',
  `select account.partner_id as "owner", ${COLUMNS} from ${FROM} where account.partner_id = $1 and account.number = $2`,
);

export const FIND_PAYMENT_ACCOUNTS = statement<PaymentAccountRow>(
  'find_payment_accounts',
  `select account.partner_id as "owner", ${COLUMNS} from ${FROM}
   where account.partner_id = $1 and account.id = any ($2::uuid[])`,
);
