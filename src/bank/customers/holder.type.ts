import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { TaxpayerIdType } from '../../kernel/taxpayer-id.ts';
import { TaxpayerIdObjectType } from '../../platform/graphql/vocabulary/taxpayer-id.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { CustomerStatus } from './customer-status.enum.ts';
import { HolderStatus, HolderType } from './holder.enum.ts';

registerEnumType(HolderType, {
  name: 'HolderType',
  description: 'Kinds of account holder.',
  valuesConfig: {
    CUSTOMER: { description: 'A natural person.' },
    BUSINESS: { description: 'A company.' },
  },
});

registerEnumType(HolderStatus, {
  name: 'HolderStatus',
  description: 'Status of the relationship with a holder; the registration has a separate status.',
  valuesConfig: {
    ACTIVE: { description: 'The holder may operate.' },
    BLOCKED: { description: 'The holder is blocked.' },
  },
});

registerEnumType(CustomerStatus, {
  name: 'CustomerStatus',
  description: "Status of a customer's registration.",
  valuesConfig: {
    PENDING_APPROVAL: { description: 'Under automatic analysis.' },
    APPROVED: { description: 'Approved: the customer can hold a payment account.' },
    REPROVED: { description: 'Rejected by the analysis.' },
    BLOCKED: { description: 'Blocked after approval.' },
    CANCELED: { description: 'Ended.' },
  },
});

/** A holder as read from storage. */
export interface HolderState {
  readonly documentValue: string;
  readonly documentType: TaxpayerIdType;
  readonly type: HolderType;
  readonly name: string;
  readonly status: HolderStatus;
  readonly registrationStatus: CustomerStatus;
  readonly createdAt: string;
}

@ObjectType('Holder', { description: 'The holder of a payment account.', simpleResolvers: true })
export class HolderObjectType {
  @Field(() => TaxpayerIdObjectType, { description: 'CPF or CNPJ of the holder.' })
  readonly document: TaxpayerIdObjectType;

  @Field(() => HolderType, { description: 'A person or a company.' })
  readonly type: HolderType;

  @Field(() => String, { description: 'Name of the holder.' })
  readonly name: string;

  @Field(() => HolderStatus, { description: 'Status of the relationship.' })
  readonly status: HolderStatus;

  @Field(() => CustomerStatus, { description: 'Status of the registration; must be APPROVED to register a key.' })
  readonly registrationStatus: CustomerStatus;

  @Field(() => DateTimeScalar, { description: 'When the relationship began, in UTC.' })
  readonly createdAt: string;

  constructor(holder: HolderState) {
    this.document = new TaxpayerIdObjectType(holder.documentValue, holder.documentType);
    this.type = holder.type;
    this.name = holder.name;
    this.status = holder.status;
    this.registrationStatus = holder.registrationStatus;
    this.createdAt = holder.createdAt;
  }
}
