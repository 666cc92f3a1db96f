import { Int } from 'type-graphql';
import { errorTypeOf } from './domain-error.type.ts';

export const TooManyLookupsErrorType = errorTypeOf('TOO_MANY_LOOKUPS', {
  retryAfterSeconds: { type: () => Int, description: 'In how many seconds the next look-up is granted.' },
});
