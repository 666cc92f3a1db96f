import { instantOf } from '../../../platform/statements/instant.ts';
import type { ProviderClient } from '../calls/provider-call.ts';
import { asking } from '../intents/provider-side.ts';
import { changedAt, customerOf, customerRequest, isSince } from '../registrations/provider-customer.ts';
import type { RegistrationAnalysis } from '../../../bank/registration-decisions/analyse-registrations.ts';

/** Asks the provider until it shows a decision on this registration. */
export function decidedByProvider(client: ProviderClient): RegistrationAnalysis {
  return async ({ partnerId, correlationId, documentNumber, receivedAt }) => {
    const found = await asking(
      { client },
      { partnerId, correlationId },
      { priority: 'RESUMPTION' },
    )(customerRequest(documentNumber));
    const customer = customerOf(found);
    if (customer === undefined || !isSince(customer, instantOf(receivedAt))) return undefined;
    const { status, reasons } = customer;
    return status === 'APPROVED' || status === 'REPROVED'
      ? { status, reasons, decidedAt: changedAt(customer) }
      : undefined;
  };
}
