import { Extensions, Field, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import type { ShownColumns } from '../../platform/statements/byte-page.ts';
import { TaxpayerIdObjectType } from '../../platform/graphql/vocabulary/taxpayer-id.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateScalar, DateTimeScalar, JsonObjectScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { METADATA_KILOBYTES_MAX } from './new-pocket.value.ts';
import { accountTypeOf, PocketStatus, PocketUseCase } from './pocket.enum.ts';
import type { PocketRow } from './pocket.rows.ts';

registerEnumType(PocketStatus, {
  name: 'PocketStatus',
  description: 'Status of a pocket.',
  valuesConfig: {
    ACTIVE: { description: 'In use; the status on creation.' },
    DORMANT: { description: 'Unused for a long time; it can be reactivated.' },
    LOCKED: { description: 'Locked: no money moves until it is unlocked.' },
    CLOSED: { description: 'Closed permanently; it no longer counts against the limit.' },
  },
});

registerEnumType(PocketUseCase, {
  name: 'PocketUseCase',
  description: 'What a pocket is for.',
  valuesConfig: {
    CORPORATE_EXPENSES: { description: 'Company expenses; a CPF user must be at least 18 years old.' },
    ACCOUNT_FOR_UNDER_AGE: { description: 'An account for a user of 16, 17 or 18 years.' },
    FLEXIBLE_BENEFITS: { description: 'Employee benefits; a CPF user must be at least 18 years old.' },
    BALANCE_SEGREGATION: { description: 'Segregated balance; a CPF user must be at least 18 years old.' },
  },
});

@ObjectType('PocketUser', { description: 'Who uses a pocket.', simpleResolvers: true })
export class PocketUserType {
  @Field(() => String, { description: 'Name of the user.' })
  readonly name: string;

  @Field(() => TaxpayerIdObjectType, { description: 'CPF or CNPJ of the user.' })
  readonly document: TaxpayerIdObjectType;

  @Field(() => DateScalar, { description: 'Birth date, such as `1990-01-31`.' })
  readonly birthDate: string;

  constructor(row: PocketRow) {
    this.name = row.userName;
    this.document = new TaxpayerIdObjectType(row.userDocumentValue, row.userDocumentType);
    this.birthDate = row.userBirthDate;
  }
}

@ObjectType('Pocket', {
  description: 'A pocket account that a partner created for a client under a payment account.',
  implements: NodeType,
  simpleResolvers: true,
})
export class PocketType extends NodeType {
  @Field(() => String, { description: 'Account number, up to 13 random digits, and the currency code.' })
  readonly number: string;

  @Field(() => String, { description: 'Name given by the partner, 1 to 60 characters.' })
  readonly label: string;

  @Field(() => String, { description: 'Last part of the number: the currency code.' })
  readonly suffix: string;

  @Field(() => String, { description: 'ISO 4217 code of the currency, such as `BRL`.' })
  readonly currency: string;

  @Field(() => String, { description: 'Account type with the currency code, such as `POCKET_BRL`; the set is open.' })
  readonly type: string;

  @Field(() => PocketStatus, { description: 'Status of the pocket.' })
  readonly status: PocketStatus;

  @Field(() => String, { description: 'Reason for the status; HOLDER_REQUEST on creation. The set is open.' })
  readonly reason: string;

  @Field(() => String, { description: 'Category of the account: `POCKET`. The set is open.' })
  readonly category: string;

  @Field(() => PocketUseCase, { description: 'What the pocket is for.' })
  readonly useCase: PocketUseCase;

  @Field(() => DateTimeScalar, { description: 'When the pocket was created.' })
  readonly createdAt: string;

  @Extensions({ kilobytes: METADATA_KILOBYTES_MAX })
  @Field(() => JsonObjectScalar, { nullable: true, description: 'Additional data that the partner sent on creation.' })
  readonly metadata: object | null;

  /** Not shown; used to load the account. */
  readonly accountId: string;

  private readonly row: PocketRow;

  constructor(row: PocketRow) {
    super(row.id);
    this.number = row.number;
    this.label = row.label;
    this.suffix = row.currency;
    this.currency = row.currency;
    this.type = accountTypeOf(row.currency);
    this.status = row.status;
    this.reason = row.reason;
    this.category = row.category;
    this.useCase = row.useCase;
    this.createdAt = row.createdAt;
    this.metadata = row.metadata;
    this.accountId = row.owner;
    this.row = row;
  }

  /** Created only if selected: a page has many pockets. */
  @Field(() => PocketUserType, { description: 'Who uses the pocket.' })
  user(): PocketUserType {
    return new PocketUserType(this.row);
  }
}

/** Maps the fields of a pocket to the columns of its row. */
export const pocketColumns: ShownColumns<PocketRow> = {
  columns: {
    ...{ id: 'id', number: 'number', label: 'label', suffix: 'currency', currency: 'currency', status: 'status' },
    ...{ reason: 'reason', category: 'category', useCase: 'useCase', createdAt: 'createdAt', metadata: 'metadata' },
    type: { of: 'currency', as: accountTypeOf },
    'user.name': 'userName',
    'user.document.value': 'userDocumentValue',
    'user.document.type': 'userDocumentType',
    'user.birthDate': 'userBirthDate',
  },
  owner: 'account',
};

export const PocketConnectionType = connectionOf('Pocket', () => PocketType, 'pockets');
