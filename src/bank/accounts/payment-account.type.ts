import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { HolderObjectType } from '../customers/holder.type.ts';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import type { ShownColumns } from '../../platform/statements/byte-page.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { AccountStatus, AccountType, ClosureReason } from './account.enum.ts';
import type { PaymentAccountRow } from './payment-account.rows.ts';

/** Reason of an ACTIVE account without one (the partner API shows a reason for each account). */
const REASON_WHEN_ACTIVE = 'HOLDER_REQUEST';

registerEnumType(AccountStatus, {
  name: 'AccountStatus',
  description: 'Status of a payment account.',
  valuesConfig: {
    ACTIVE: { description: 'In use; required to create a pocket or register an addressing key.' },
    BLOCKED: { description: 'Blocked: no pocket or addressing key can be added until it is unblocked.' },
    CLOSED: { description: 'Closed permanently.' },
  },
});

registerEnumType(ClosureReason, {
  name: 'ClosureReason',
  description: 'Why an account or a pocket is closed.',
  valuesConfig: {
    HOLDER_REQUEST: { description: 'Its holder wants it.' },
    COMMERCIAL_DISAGREEMENT: { description: 'The partner ends the relationship.' },
  },
});

registerEnumType(AccountType, {
  name: 'AccountType',
  description: 'Kinds of account.',
  valuesConfig: {
    CHECKING: { description: 'Current account.' },
    PAYMENT: { description: 'Payment account.' },
  },
});

@ObjectType('Bank', { description: 'An institution of the Brazilian payment system.', simpleResolvers: true })
export class BankType {
  @Field(() => String, { description: 'Identifier in the Brazilian payment system (ISPB), eight digits.' })
  readonly ispb: string;

  @Field(() => String, { nullable: true, description: 'Clearing code, three digits; null if it has none.' })
  readonly code: string | null;

  @Field(() => String, { description: 'Name of the institution, such as `Banco Exemplo S.A.`.' })
  readonly name: string;

  constructor({ ispb, code, name }: Pick<BankType, 'ispb' | 'code' | 'name'>) {
    this.ispb = ispb;
    this.code = code;
    this.name = name;
  }
}

@ObjectType('PaymentAccount', {
  description: "An account of a partner's client; pockets and addressing keys belong to it.",
  implements: NodeType,
  simpleResolvers: true,
})
export class PaymentAccountType extends NodeType {
  @Field(() => String, { description: 'Branch number, such as `0001`.' })
  readonly branch: string;

  @Field(() => String, { description: 'Account number, including the digit.' })
  readonly number: string;

  @Field(() => AccountType, { description: 'Kind of the account.' })
  readonly type: AccountType;

  @Field(() => AccountStatus, { description: 'Status of the account.' })
  readonly status: AccountStatus;

  @Field(() => String, {
    nullable: true,
    description: 'Reason for the status, if one was given; HOLDER_REQUEST while ACTIVE.',
  })
  readonly reason: string | null;

  @Field(() => DateTimeScalar, { description: 'When the account was opened.' })
  readonly createdAt: string;

  @Field(() => BankType, { description: 'The bank that keeps the account.' })
  readonly bank: BankType;

  @Field(() => HolderObjectType, { description: 'Who holds the account.' })
  readonly holder: HolderObjectType;

  @Field(() => Int, { description: 'Agreed maximum number of pockets of the account; CLOSED pockets are not counted.' })
  readonly pocketLimit: number;

  constructor(row: PaymentAccountRow) {
    super(row.id);
    this.branch = row.branch;
    this.number = row.number;
    this.type = row.type;
    this.status = row.status;
    this.reason = row.reason ?? (row.status === AccountStatus.ACTIVE ? REASON_WHEN_ACTIVE : null);
    this.createdAt = row.createdAt;
    this.pocketLimit = row.pocketLimit;
    this.bank = new BankType({ ispb: row.bankIspb, code: row.bankCode, name: row.bankName });
    this.holder = new HolderObjectType({
      documentValue: row.holderDocumentValue,
      documentType: row.holderDocumentType,
      type: row.holderType,
      name: row.holderName,
      status: row.holderStatus,
      registrationStatus: row.holderRegistrationStatus,
      createdAt: row.holderCreatedAt,
    });
  }
}

/** Maps the fields of an account to columns of its row, except `reason`, which depends on two columns. */
export const paymentAccountColumns: ShownColumns<PaymentAccountRow> = {
  columns: {
    ...{ id: 'id', branch: 'branch', number: 'number', type: 'type', status: 'status', createdAt: 'createdAt' },
    ...{ pocketLimit: 'pocketLimit', 'bank.ispb': 'bankIspb', 'bank.code': 'bankCode', 'bank.name': 'bankName' },
    'holder.document.value': 'holderDocumentValue',
    'holder.document.type': 'holderDocumentType',
    'holder.type': 'holderType',
    'holder.name': 'holderName',
    'holder.status': 'holderStatus',
    'holder.registrationStatus': 'holderRegistrationStatus',
    'holder.createdAt': 'holderCreatedAt',
  },
};

export const PaymentAccountConnectionType = connectionOf(
  'PaymentAccount',
  () => PaymentAccountType,
  'payment accounts',
);
