import { Field, ObjectType } from 'type-graphql';
import { CustomerStatus } from '../customers/customer-status.enum.ts';
import { ReprovalReason } from '../customers/reproval-reason.enum.ts';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { RegistrationRow } from './registration.rows.ts';

@ObjectType('DetailedAnalysis', {
  description: 'The detailed analysis of a rejected registration, by people.',
  simpleResolvers: true,
})
export class DetailedAnalysisType {
  @Field(() => DateTimeScalar, { description: 'When it was requested, in UTC.' })
  readonly requestedAt: string;

  @Field(() => DateTimeScalar, {
    description: 'When it is due, in UTC: the end of the seventh business day after the request, in São Paulo.',
  })
  readonly dueAt: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was decided, in UTC; null while it is open.' })
  readonly decidedAt: string | null;

  constructor(requestedAt: string, dueAt: string, decidedAt: string | null) {
    this.requestedAt = requestedAt;
    this.dueAt = dueAt;
    this.decidedAt = decidedAt;
  }
}

@ObjectType('CustomerRegistration', {
  description: 'A registration of a person, and its analysis.',
  implements: NodeType,
  simpleResolvers: true,
})
export class CustomerRegistrationType extends NodeType {
  @Field(() => String, { description: 'CPF of the person; `erased` after the customer was erased.' })
  readonly documentNumber: string;

  @Field(() => CustomerStatus, {
    description: 'PENDING_APPROVAL, then APPROVED or REPROVED; CANCELED if its customer was cancelled meanwhile.',
  })
  readonly status: CustomerStatus;

  @Field(() => DateTimeScalar, { description: 'When it was received, in UTC.' })
  readonly receivedAt: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When it was last decided, in UTC: within five minutes, or two seconds in the sandbox, and again by a detailed analysis; null while pending.',
  })
  readonly decidedAt: string | null;

  @Field(() => [ReprovalReason], { description: 'Reasons for the rejection; empty unless REPROVED.' })
  readonly reasons: readonly ReprovalReason[];

  @Field(() => DetailedAnalysisType, {
    nullable: true,
    description:
      'Its detailed analysis; null if none was requested. The registration stays REPROVED until it is decided.',
  })
  readonly detailedAnalysis: DetailedAnalysisType | null;

  constructor(row: RegistrationRow) {
    super(row.id);
    this.documentNumber = row.documentNumber;
    this.status = row.status;
    this.receivedAt = row.receivedAt;
    this.decidedAt = row.decidedAt;
    this.reasons = row.reasons;
    this.detailedAnalysis = detailedAnalysisOf(row);
  }
}

export const CustomerRegistrationConnectionType = connectionOf(
  'CustomerRegistration',
  () => CustomerRegistrationType,
  'registrations',
);

function detailedAnalysisOf(row: RegistrationRow): DetailedAnalysisType | null {
  const { detailedRequestedAt: requestedAt, detailedDueAt: dueAt, detailedDecidedAt: decidedAt } = row;
  return requestedAt === null || dueAt === null ? null : new DetailedAnalysisType(requestedAt, dueAt, decidedAt);
}
