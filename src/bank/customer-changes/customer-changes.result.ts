import { Field, ObjectType } from 'type-graphql';
import { CustomerNotFoundErrorType } from '../customers/customer-refusals.result.ts';
import { CustomerStatus } from '../customers/customer-status.enum.ts';
import { CustomerType } from '../customers/customer.type.ts';
import {
  EmailAlreadyInUseErrorType,
  InvalidOccupationErrorType,
  PhoneAlreadyInUseErrorType,
  PhoneCountryCodeNotAllowedErrorType,
} from '../registrations/register-customer.result.ts';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import { TooManyLookupsErrorType } from '../../platform/graphql/vocabulary/too-many-lookups.type.ts';
import { customerChangeRefusals } from './customer-change.errors.ts';
import type { ChangedCustomer } from './update-customer.ts';

@ObjectType({ simpleResolvers: true })
abstract class ChangedCustomerType {
  @Field(() => CustomerType, { description: 'The customer.' })
  readonly customer: CustomerType;

  @Field(() => Boolean, { description: 'False if everything was as requested before: nothing was done.' })
  readonly changed: boolean;

  constructor({ row, changed }: ChangedCustomer) {
    this.customer = new CustomerType(row);
    this.changed = changed;
  }
}

@ObjectType('UpdateCustomerSuccess', { description: 'The customer is as requested.', simpleResolvers: true })
export class UpdateCustomerSuccessType extends ChangedCustomerType {}

@ObjectType('CancelCustomerSuccess', { description: 'The customer is CANCELED.', simpleResolvers: true })
export class CancelCustomerSuccessType extends ChangedCustomerType {}

const errorTypeOf = errorTypesOf(customerChangeRefusals);

const InvalidCustomerStatusErrorType = errorTypeOf('INVALID_CUSTOMER_STATUS', {
  customerStatus: {
    type: () => CustomerStatus,
    nullable: true,
    description: 'Status of the customer; null where the provider did not say.',
  },
});

/** Its `accounts` are found by the resolver of changes. */
export const CustomerHasOpenAccountsErrorType = errorTypeOf('CUSTOMER_HAS_OPEN_ACCOUNTS');

export const UpdateCustomerResult = resultUnion({
  name: 'UpdateCustomerResult',
  description: 'The customer, or an error.',
  types: () => [
    UpdateCustomerSuccessType,
    InvalidInputErrorType,
    CustomerNotFoundErrorType,
    InvalidCustomerStatusErrorType,
    PhoneCountryCodeNotAllowedErrorType,
    TooManyLookupsErrorType,
    PhoneAlreadyInUseErrorType,
    EmailAlreadyInUseErrorType,
    InvalidOccupationErrorType,
  ],
});

export const CancelCustomerResult = resultUnion({
  name: 'CancelCustomerResult',
  description: 'The cancelled customer, or an error.',
  types: () => [
    CancelCustomerSuccessType,
    InvalidInputErrorType,
    CustomerNotFoundErrorType,
    InvalidCustomerStatusErrorType,
    CustomerHasOpenAccountsErrorType,
  ],
});
