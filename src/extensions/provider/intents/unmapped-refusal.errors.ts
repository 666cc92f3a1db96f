import { refuserOf, type RefusalTable } from '../../../kernel/domain-error.ts';

/** Refusals for the provider's own reasons. */
export const unmappedRefusals = {
  UNMAPPED_REFUSAL: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The provider refused for a reason that this gateway does not know.',
    portuguese: 'O provedor recusou por um motivo que este gateway não conhece.',
    condition: 'the provider behind this gateway refuses with a code that this operation does not define',
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(unmappedRefusals);

/** What the provider reported, unchanged. */
interface UpstreamRefusal {
  readonly upstreamStatus: number;
  readonly upstreamCode: string;
  readonly upstreamMessages: readonly string[];
}

export function unmappedRefusal(upstream: UpstreamRefusal) {
  return refuse('UNMAPPED_REFUSAL', upstream);
}
