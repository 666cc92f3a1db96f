import { Field, ObjectType } from 'type-graphql';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import { registrationRefusals } from './registration.errors.ts';
import { TooManyLookupsErrorType } from '../../platform/graphql/vocabulary/too-many-lookups.type.ts';
import { IdempotencyKeyReusedErrorType, ReplayableType } from '../../platform/graphql/vocabulary/once-per-key.type.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import type { RegistrationRow } from './registration.rows.ts';
import { CustomerRegistrationType } from './registration.type.ts';

@ObjectType('RegisterCustomerSuccess', {
  description: 'The registration was received; its automatic analysis takes up to five minutes.',
  simpleResolvers: true,
})
export class RegisterCustomerSuccessType extends ReplayableType {
  @Field(() => CustomerRegistrationType, {
    description:
      'The registration: query it by its id, or wait for its event, CUSTOMER_WAS_APPROVED or CUSTOMER_WAS_REPROVED.',
  })
  readonly registration: CustomerRegistrationType;

  constructor({ row, replayed }: Made<RegistrationRow>) {
    super(replayed);
    this.registration = new CustomerRegistrationType(row);
  }
}

const errorTypeOf = errorTypesOf(registrationRefusals);

const refusalTypes = [
  InvalidInputErrorType,
  IdempotencyKeyReusedErrorType,
  errorTypeOf('PHONE_COUNTRY_CODE_NOT_ALLOWED', {
    countryCode: { type: () => String, description: 'The dialling code that was sent, without a plus.' },
  }),
  errorTypeOf('CUSTOMER_AWAIT_EVALUATION'),
  TooManyLookupsErrorType,
  errorTypeOf('PHONE_ALREADY_IN_USE'),
  errorTypeOf('EMAIL_ALREADY_IN_USE'),
  errorTypeOf('INVALID_OCCUPATION'),
  errorTypeOf('DOCUMENT_ANALYSIS_NOT_APPROVED', {
    fields: {
      type: () => [String],
      description: 'Fields of the documentation that were not accepted, such as `["selfie"]`.',
    },
  }),
];

export const RegisterCustomerResult = resultUnion({
  name: 'RegisterCustomerResult',
  description: 'The registration, or an error.',
  types: () => [RegisterCustomerSuccessType, ...refusalTypes],
});
