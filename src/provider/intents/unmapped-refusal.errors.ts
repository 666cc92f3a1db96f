import { refuserOf, type RefusalTable } from '../../kernel/domain-error.ts';

/** What is refused for reasons of the provider's own. */
export const unmappedRefusals = {
  UNMAPPED_REFUSAL: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The provider refused for a reason that this gateway does not know.',
    condition: 'the provider behind this gateway refuses with a code that this operation does not define',
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(unmappedRefusals);

/** What the provider has said, as it has said it. */
interface UpstreamRefusal {
  readonly upstreamStatus: number;
  readonly upstreamCode: string;
  readonly upstreamMessages: readonly string[];
}

export function unmappedRefusal(upstream: UpstreamRefusal) {
  return refuse('UNMAPPED_REFUSAL', upstream);
}
