import { refuserOf, type RefusalTable } from '../../../kernel/domain-error.ts';

/** The refusal of mutations that the provider's API does not have. */
export const notAvailableRefusals = {
  NOT_AVAILABLE_AT_PROVIDER: {
    origin: 'GATEWAY',
    status: 501,
    message: 'The provider does not have this operation.',
    portuguese: 'O provedor não tem esta operação.',
    condition: 'the provider behind this gateway does not have this operation',
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(notAvailableRefusals);

export const refuseNotAvailable = () => refuse('NOT_AVAILABLE_AT_PROVIDER', {});

/** Performs a mutation that the provider does not have: nothing is sent, and nothing changes here. */
export const notAvailable = () => Promise.resolve(refuseNotAvailable());
