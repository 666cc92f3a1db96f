import type { TaxpayerIdType } from '../../kernel/taxpayer-id.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { PocketStatus, PocketUseCase } from './pocket.enum.ts';

/** A pocket as it is read from storage; instants as PostgreSQL writes them. */
export interface PocketRow {
  /** Id of the account that it hangs on. */
  readonly owner: string;
  readonly id: string;
  readonly number: string;
  readonly label: string;
  readonly currency: string;
  readonly status: PocketStatus;
  readonly reason: string;
  readonly category: string;
  readonly useCase: PocketUseCase;
  readonly userName: string;
  readonly userDocumentValue: string;
  readonly userDocumentType: TaxpayerIdType;
  /** `YYYY-MM-DD` */
  readonly userBirthDate: string;
  readonly metadata: object | null;
  readonly createdAt: string;
}

const COLUMNS = `
  pocket.id, pocket.number, pocket.label, pocket.currency, pocket.status,
  pocket.reason, pocket.category, pocket.use_case as "useCase", pocket.user_name as "userName",
  pocket.user_document_value as "userDocumentValue", pocket.user_document_type as "userDocumentType",
  pocket.user_birth_date as "userBirthDate", pocket.metadata, pocket.created_at as "createdAt"`;

/** The pockets of an account, newest first. */
export const pocketsOfAccount = new Keyset<PocketRow>({
  name: 'pockets',
  columns: COLUMNS,
  from: 'pocket',
  owner: { expression: 'pocket.account_id', type: 'uuid' },
  key: [
    { expression: 'pocket.created_at', output: 'createdAt', type: 'timestamptz' },
    { expression: 'pocket.id', output: 'id', type: 'uuid' },
  ],
  descending: true,
});

export const FIND_POCKET_BY_NUMBER = statement<PocketRow>(
  'find_pocket_by_number',
  `select pocket.account_id::text as "owner", ${COLUMNS} from pocket where pocket.partner_id = $1 and pocket.number = $2`,
);

export const FIND_POCKETS = statement<PocketRow>(
  'find_pockets',
  `select pocket.account_id::text as "owner", ${COLUMNS} from pocket
   where pocket.partner_id = $1 and pocket.id = any ($2::uuid[])`,
);
