import { Field, ObjectType } from 'type-graphql';
import { CustomerNotFoundErrorType } from '../customers/customer-refusals.result.ts';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import { TooManyLookupsErrorType } from '../../platform/graphql/vocabulary/too-many-lookups.type.ts';
import {
  CustomerAwaitEvaluationErrorType,
  EmailAlreadyInUseErrorType,
  PhoneAlreadyInUseErrorType,
} from './register-customer.result.ts';
import { registrationRefusals } from './registration.errors.ts';
import { CustomerRegistrationType } from './registration.type.ts';
import type { RequestedAnalysis } from './request-detailed-analysis.ts';

@ObjectType('RequestDetailedAnalysisSuccess', {
  description: 'The detailed analysis was requested; it takes up to seven business days.',
  simpleResolvers: true,
})
export class RequestDetailedAnalysisSuccessType {
  @Field(() => CustomerRegistrationType, {
    description:
      'The registration, which shows its detailed analysis: wait for its event, CUSTOMER_WAS_APPROVED or CUSTOMER_WAS_REPROVED.',
  })
  readonly registration: CustomerRegistrationType;

  @Field(() => Boolean, { description: 'False if it was requested before, and is not decided yet: nothing was done.' })
  readonly changed: boolean;

  constructor({ row, changed }: RequestedAnalysis) {
    this.registration = new CustomerRegistrationType(row);
    this.changed = changed;
  }
}

export const DetailedAnalysisNotAvailableErrorType = errorTypesOf(registrationRefusals)(
  'DETAILED_ANALYSIS_NOT_AVAILABLE',
);

export const RequestDetailedAnalysisResult = resultUnion({
  name: 'RequestDetailedAnalysisResult',
  description: 'The registration with its detailed analysis, or an error.',
  types: () => [
    RequestDetailedAnalysisSuccessType,
    InvalidInputErrorType,
    CustomerNotFoundErrorType,
    CustomerAwaitEvaluationErrorType,
    DetailedAnalysisNotAvailableErrorType,
    TooManyLookupsErrorType,
    PhoneAlreadyInUseErrorType,
    EmailAlreadyInUseErrorType,
  ],
});
