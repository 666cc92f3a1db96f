import * as v from 'valibot';
import { instantOf } from '../../platform/statements/instant.ts';
import type { ProviderClient, ProviderRequest } from '../../provider/calls/provider-call.ts';
import type { Found } from '../../provider/intents/provider-mutation.ts';
import { asking } from '../../provider/intents/provider-side.ts';
import { isToldSince, readFound, toldInstant } from '../../provider/intents/provider-values.ts';
import { CustomerStatus } from '../customers/customer-status.enum.ts';
import type { RegistrationAnalysis } from './analyse-registrations.ts';

/** Which data of a customer show its registration. */
export const TOLD_CUSTOMER = v.object({
  status: v.enum(CustomerStatus),
  reasons: v.optional(v.array(v.string()), []),
  createdAt: toldInstant,
  updatedAt: v.nullish(toldInstant, null),
});
type ToldCustomer = v.InferOutput<typeof TOLD_CUSTOMER>;

export function customerRequest(documentNumber: string): ProviderRequest {
  const path = `/customers/${encodeURIComponent(documentNumber)}`;
  return { method: 'GET', path, route: '/customers/{documentNumber}', apiVersion: 1 };
}

/** A customer as the provider shows it; undefined where that cannot be read. */
export function customerOf(found: Found | undefined): ToldCustomer | undefined {
  return readFound(TOLD_CUSTOMER, found);
}

/** Whether what is shown was changed since an instant. An older record says nothing of a later registration. */
export function isSince({ createdAt, updatedAt }: ToldCustomer, since: Date): boolean {
  return isToldSince(updatedAt ?? createdAt, since);
}

/** The provider decides: it is asked until what it shows is a decision on this registration. */
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
    return status === 'APPROVED' || status === 'REPROVED' ? { status, reasons } : undefined;
  };
}
