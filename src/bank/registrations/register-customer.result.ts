import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import { PictureRefusal } from './picture-refusal.enum.ts';
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

registerEnumType(PictureRefusal, {
  name: 'PictureRefusal',
  description: 'Why a picture is refused.',
  valuesConfig: {
    ANALYZING: { description: 'Its analysis has not ended: waiting is enough.' },
    REJECTED: { description: 'Its analysis rejected it.' },
    UNKNOWN: { description: 'The token is that of no picture of this person in this role, as far as is known.' },
  },
});

@ObjectType('RefusedPicture', { description: 'A picture that is not approved.', simpleResolvers: true })
class RefusedPictureType {
  @Field(() => [String], {
    description: 'Path of its token from the root of the input, such as `["documentation", "selfie"]`.',
  })
  readonly path: readonly string[];

  @Field(() => PictureRefusal, { description: 'Why it is refused.' })
  readonly status: PictureRefusal;

  constructor(path: readonly string[], status: PictureRefusal) {
    this.path = path;
    this.status = status;
  }
}

const errorTypeOf = errorTypesOf(registrationRefusals);

/** Its `openRegistration` is found by the resolver of registrations. */
export const CustomerAwaitEvaluationErrorType = errorTypeOf('CUSTOMER_AWAIT_EVALUATION');

/** Its `rejectedRegistration` is found by the resolver of registrations. */
export const RegistrationRejectedErrorType = errorTypeOf('REGISTRATION_REJECTED');
export const PhoneCountryCodeNotAllowedErrorType = errorTypeOf('PHONE_COUNTRY_CODE_NOT_ALLOWED', {
  countryCode: { type: () => String, description: 'The dialling code that was sent, without a plus.' },
});
export const InvalidOccupationErrorType = errorTypeOf('INVALID_OCCUPATION');
export const PhoneAlreadyInUseErrorType = errorTypeOf('PHONE_ALREADY_IN_USE');
export const EmailAlreadyInUseErrorType = errorTypeOf('EMAIL_ALREADY_IN_USE');

const refusalTypes = [
  InvalidInputErrorType,
  IdempotencyKeyReusedErrorType,
  PhoneCountryCodeNotAllowedErrorType,
  CustomerAwaitEvaluationErrorType,
  RegistrationRejectedErrorType,
  TooManyLookupsErrorType,
  PhoneAlreadyInUseErrorType,
  EmailAlreadyInUseErrorType,
  InvalidOccupationErrorType,
  errorTypeOf('DOCUMENT_ANALYSIS_NOT_APPROVED', {
    fields: {
      type: () => [String],
      description: 'Fields of the documentation that were not accepted, such as `["selfie"]`.',
    },
    pictures: { type: () => [RefusedPictureType], description: 'The same with the status of each.' },
  }),
];

export const RegisterCustomerResult = resultUnion({
  name: 'RegisterCustomerResult',
  description: 'The registration, or an error.',
  types: () => [RegisterCustomerSuccessType, ...refusalTypes],
});
