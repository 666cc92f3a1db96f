import * as v from 'valibot';
import type { ProviderRequest } from '../calls/provider-call.ts';
import type { Found } from '../intents/provider-mutation.ts';
import { isReportedSince, optional, providerInstant, readFound } from '../intents/provider-values.ts';
import { CustomerStatus } from '../../../bank/customers/customer-status.enum.ts';
import { reprovalReasonOf } from '../../../bank/customers/reproval-reason.enum.ts';

/** Other words for a status. */
const MEANINGS: ReadonlyMap<string, CustomerStatus> = new Map([
  ['CANCELLED', CustomerStatus.CANCELED],
  ['REVOKED', CustomerStatus.CANCELED],
  ['BLACKLISTED', CustomerStatus.BLOCKED],
  ['BLOCKLISTED', CustomerStatus.BLOCKED],
]);

/** The fields of a customer that show its registration. */
export const PROVIDER_CUSTOMER = v.object({
  status: v.pipe(
    v.string(),
    v.toUpperCase(),
    v.transform((status) => MEANINGS.get(status) ?? status),
    v.enum(CustomerStatus),
  ),
  reasons: v.optional(
    v.pipe(
      v.fallback(v.array(v.string()), []),
      v.transform((stated) => [...new Set(stated.map(reprovalReasonOf))]),
    ),
    [],
  ),
  createdAt: optional(providerInstant),
  updatedAt: optional(providerInstant),
});
export type ProviderCustomer = v.InferOutput<typeof PROVIDER_CUSTOMER>;

/** @param resultLevel by default providers show the registration, and not what was stated in it */
export function customerRequest(documentNumber: string, resultLevel: 'BASIC' | 'DETAILED' = 'BASIC'): ProviderRequest {
  const query = resultLevel === 'BASIC' ? '' : `?resultLevel=${resultLevel}`;
  const path = `/customers/${encodeURIComponent(documentNumber)}${query}`;
  return { method: 'GET', path, route: '/customers/{documentNumber}', apiVersion: 1 };
}

/** A customer as the provider shows it; undefined if that cannot be read. */
export function customerOf(found: Found | undefined): ProviderCustomer | undefined {
  return readFound(PROVIDER_CUSTOMER, found);
}

/**
 * Whether the customer has changed since an instant: an older record says nothing about a later registration. One without
 * dates is as it is now.
 */
export function isSince(customer: ProviderCustomer, since: Date): boolean {
  const at = changedAt(customer);
  return at === null || isReportedSince(at, since);
}

/** When the customer last changed, by the provider's clock; null if it does not say so. */
export function changedAt({ createdAt, updatedAt }: ProviderCustomer): string | null {
  return updatedAt ?? createdAt;
}
