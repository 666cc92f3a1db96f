import { Field, ObjectType } from 'type-graphql';
import { CustomerNotFoundErrorType } from '../../bank/customers/customer-refusals.result.ts';
import { CustomerRegistrationType } from '../../bank/registrations/registration.type.ts';
import { DetailedAnalysisNotAvailableErrorType } from '../../bank/registrations/request-detailed-analysis.result.ts';
import type { RegistrationRow } from '../../bank/registrations/registration.rows.ts';
import { InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';

@ObjectType('SimulateDecisionSuccess', { description: 'The detailed analysis was decided.', simpleResolvers: true })
export class SimulateDecisionSuccessType {
  @Field(() => CustomerRegistrationType, { description: 'The registration.' })
  readonly registration: CustomerRegistrationType;

  constructor(row: RegistrationRow) {
    this.registration = new CustomerRegistrationType(row);
  }
}

export const SimulateDecisionResult = resultUnion({
  name: 'SimulateDecisionResult',
  description: 'The registration, or an error.',
  types: () => [
    SimulateDecisionSuccessType,
    InvalidInputErrorType,
    CustomerNotFoundErrorType,
    DetailedAnalysisNotAvailableErrorType,
  ],
});
