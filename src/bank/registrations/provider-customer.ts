import * as v from 'valibot';
import type { ProviderRequest } from '../../provider/calls/provider-call.ts';
import type { Found } from '../../provider/intents/provider-mutation.ts';
import { isToldSince, readFound, toldInstant } from '../../provider/intents/provider-values.ts';
import { CustomerStatus } from '../customers/customer-status.enum.ts';

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
