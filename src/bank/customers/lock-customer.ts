import { LockMode } from '@mikro-orm/core';
import type { Entities } from '../../platform/statements/entities.ts';
import { Customer } from './customer.entity.ts';

/** Locks a customer, so that no decision, registration, account or other change interferes until the commit. */
export function lockCustomer(
  entities: Entities,
  { partnerId, documentNumber }: { readonly partnerId: string; readonly documentNumber: string },
): Promise<Customer | null> {
  return entities.findOne(Customer, { partnerId, documentNumber }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}
