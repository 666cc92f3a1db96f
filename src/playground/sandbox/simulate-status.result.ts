import { Field, ObjectType } from 'type-graphql';
import { AccountNotFoundErrorType } from '../../bank/accounts/account-refusals.result.ts';
import { PaymentAccountType } from '../../bank/accounts/payment-account.type.ts';
import { CustomerNotFoundErrorType } from '../../bank/customers/customer-refusals.result.ts';
import { CustomerType } from '../../bank/customers/customer.type.ts';
import { PocketNotFoundErrorType } from '../../bank/pockets/close-pocket.result.ts';
import { PocketType } from '../../bank/pockets/pocket.type.ts';
import type { StatusSubject } from '../../bank/statuses/set-status.ts';
import { InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';

@ObjectType('SimulateStatusSuccess', { description: 'The status is set.', simpleResolvers: true })
export class SimulateStatusSuccessType {
  @Field(() => NodeType, { description: 'The pocket, the account or the customer.' })
  readonly subject: NodeType;

  constructor(subject: StatusSubject) {
    this.subject = nodeOf(subject);
  }
}

function nodeOf({ kind, row }: StatusSubject): NodeType {
  switch (kind) {
    case 'pocket':
      return new PocketType(row);
    case 'account':
      return new PaymentAccountType(row);
    case 'customer':
      return new CustomerType(row);
  }
}

export const SimulateStatusResult = resultUnion({
  name: 'SimulateStatusResult',
  description: 'What has the status now, or an error.',
  types: () => [
    SimulateStatusSuccessType,
    InvalidInputErrorType,
    PocketNotFoundErrorType,
    AccountNotFoundErrorType,
    CustomerNotFoundErrorType,
  ],
});
