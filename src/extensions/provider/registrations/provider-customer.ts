import * as v from 'valibot';
import type { ProviderRequest } from '../calls/provider-call.ts';
import type { Found } from '../intents/provider-mutation.ts';
import { isReportedSince, providerEnum, providerInstant, readFound } from '../intents/provider-values.ts';
import { CustomerStatus } from '../../../bank/customers/customer-status.enum.ts';

/** The fields of a customer that show its registration. */
export const PROVIDER_CUSTOMER = v.object({
  status: providerEnum(CustomerStatus),
  reasons: v.optional(v.array(v.string()), []),
  createdAt: providerInstant,
  updatedAt: v.nullish(providerInstant, null),
});
type ProviderCustomer = v.InferOutput<typeof PROVIDER_CUSTOMER>;

/** The address of a customer. */
export const PROVIDER_ADDRESS = v.object({
  zipCode: v.string(),
  addressLine: v.string(),
  buildingNumber: v.string(),
  complement: v.nullish(v.string(), null),
  neighborhood: v.string(),
  city: v.string(),
  state: v.string(),
  country: v.string(),
});

export function customerRequest(documentNumber: string): ProviderRequest {
  const path = `/customers/${encodeURIComponent(documentNumber)}`;
  return { method: 'GET', path, route: '/customers/{documentNumber}', apiVersion: 1 };
}

/** A customer as the provider shows it; undefined if that cannot be read. */
export function customerOf(found: Found | undefined): ProviderCustomer | undefined {
  return readFound(PROVIDER_CUSTOMER, found);
}

/** Whether the customer has changed since an instant. An older record says nothing about a later registration. */
export function isSince(customer: ProviderCustomer, since: Date): boolean {
  return isReportedSince(changedAt(customer), since);
}

/** When the customer last changed, by the provider's clock. */
export function changedAt({ createdAt, updatedAt }: ProviderCustomer): string {
  return updatedAt ?? createdAt;
}
