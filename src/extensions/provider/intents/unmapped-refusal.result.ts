import { Int } from 'type-graphql';
import { errorTypesOf } from '../../../platform/graphql/vocabulary/domain-error.type.ts';
import { unmappedRefusals } from './unmapped-refusal.errors.ts';

export const UnmappedRefusalErrorType = errorTypesOf(unmappedRefusals)('UNMAPPED_REFUSAL', {
  upstreamStatus: { type: () => Int, description: "HTTP status of the provider's response." },
  upstreamCode: { type: () => String, description: "The provider's code; empty if there was none." },
  upstreamMessages: { type: () => [String], description: "The provider's messages, in their original order." },
});
