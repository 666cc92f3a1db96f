import { Field, ObjectType } from 'type-graphql';
import { CustomerStatus } from '../customers/customer-status.enum.ts';
import { ReprovalReason } from '../customers/reproval-reason.enum.ts';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { RegistrationRow } from './registration.rows.ts';

@ObjectType('CustomerRegistration', {
  description: 'A registration of a person, and its analysis.',
  implements: NodeType,
  simpleResolvers: true,
})
export class CustomerRegistrationType extends NodeType {
  @Field(() => String, { description: 'CPF of the person; `erased` after the customer was erased.' })
  readonly documentNumber: string;

  @Field(() => CustomerStatus, { description: 'PENDING_APPROVAL, then APPROVED or REPROVED.' })
  readonly status: CustomerStatus;

  @Field(() => DateTimeScalar, { description: 'When it was received, in UTC.' })
  readonly receivedAt: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it was decided, in UTC: within five minutes, or two seconds in the sandbox; null while pending.',
  })
  readonly decidedAt: string | null;

  @Field(() => [ReprovalReason], { description: 'Reasons for the rejection; empty unless REPROVED.' })
  readonly reasons: readonly ReprovalReason[];

  constructor(row: RegistrationRow) {
    super(row.id);
    this.documentNumber = row.documentNumber;
    this.status = row.status;
    this.receivedAt = row.receivedAt;
    this.decidedAt = row.decidedAt;
    this.reasons = row.reasons;
  }
}

export const CustomerRegistrationConnectionType = connectionOf(
  'CustomerRegistration',
  () => CustomerRegistrationType,
  'registrations',
);
