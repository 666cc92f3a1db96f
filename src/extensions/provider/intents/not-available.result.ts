import { errorTypesOf } from '../../../platform/graphql/vocabulary/domain-error.type.ts';
import { notAvailableRefusals } from './not-available.errors.ts';

export const NotAvailableAtProviderErrorType = errorTypesOf(notAvailableRefusals)('NOT_AVAILABLE_AT_PROVIDER');
