import { errorTypesOf } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { customerRefusals } from './customer.errors.ts';

export const CustomerNotFoundErrorType = errorTypesOf(customerRefusals)('CUSTOMER_NOT_FOUND');
