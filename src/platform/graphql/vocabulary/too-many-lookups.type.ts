import { Int } from 'type-graphql';
import { lookupRefusals } from '../../../kernel/too-many-lookups.ts';
import { errorTypesOf } from './domain-error.type.ts';

export const TooManyLookupsErrorType = errorTypesOf(lookupRefusals)('TOO_MANY_LOOKUPS', {
  retryAfterSeconds: { type: () => Int, description: 'Seconds until the next look-up is allowed.' },
});
