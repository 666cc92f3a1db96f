import { instantOf } from '../../../platform/statements/instant.ts';
import type { ProviderClient } from '../calls/provider-call.ts';
import { asking } from '../intents/provider-side.ts';
import {
  changedAt,
  customerOf,
  customerRequest,
  isSince,
  type ProviderCustomer,
} from '../registrations/provider-customer.ts';
import type { Verdict } from '../../../bank/registration-decisions/conclude-registration.ts';
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
    return verdictOn(customer);
  };
}

/** Returns the decision that a customer shows: a canceled or blocked one is not approved. */
export function verdictOn(customer: ProviderCustomer): Verdict | undefined {
  const { status, reasons } = customer;
  if (status === 'PENDING_APPROVAL') return undefined;
  return {
    status: status === 'APPROVED' ? status : 'REPROVED',
    reasons,
    decidedAt: changedAt(customer) ?? undefined,
  };
}
