import { CustomerStatus } from '../../../bank/customers/customer-status.enum.ts';
import { customerNotFound } from '../../../bank/customers/customer.errors.ts';
import { Customer } from '../../../bank/customers/customer.entity.ts';
import { refuseNoCpf } from '../../../bank/customers/refuse-no-cpf.ts';
import { applyCancellation, type CancelCustomerCommand } from '../../../bank/customer-changes/cancel-customer.ts';
import {
  customerHasOpenAccounts,
  invalidCustomerStatus,
} from '../../../bank/customer-changes/customer-change.errors.ts';
import { customerChange, type CustomerChange } from '../../../bank/customer-changes/customer-change.value.ts';
import type { CancelCustomer, UpdateCustomer } from '../../../bank/customer-changes/customer-changes.port.ts';
import { applyChange, type ChangedCustomer } from '../../../bank/customer-changes/update-customer.ts';
import {
  emailAlreadyInUse,
  invalidOccupation,
  phoneAlreadyInUse,
  phoneCountryCodeNotAllowed,
} from '../../../bank/registrations/registration.errors.ts';
import { DomainError } from '../../../kernel/domain-error.ts';
import { tooManyLookups } from '../../../kernel/too-many-lookups.ts';
import { Undecided } from '../../../kernel/undecided.ts';
import type { Caller } from '../../../platform/database/caller.ts';
import type { Transaction, Unchanged } from '../../../platform/database/database.ts';
import { countIn, NOT_FOUND, oneOfIn, type RefusalReason } from '../calls/provider-refusal.ts';
import { forwardRequest, type ForwardedRequest } from '../intents/forward-request.ts';
import type { AtProviderNeeds } from '../intents/provider-mutation.ts';
import { asking, type ProviderSide } from '../intents/provider-side.ts';
import { fetchCustomer } from '../registration-decisions/fetch-customer.ts';
import { lockCustomer } from '../../../bank/customers/lock-customer.ts';

/** The answer says nothing but that it was done. */
const read = () => 'done' as const;

function personPath({ documentNumber }: { readonly documentNumber: string }): string {
  return `/customers/${encodeURIComponent(documentNumber)}`;
}

const UPDATE: ForwardedRequest<CustomerChange, 'done'> = {
  name: 'updateCustomer',
  request: (change) => ({
    method: 'PATCH',
    path: personPath(change),
    route: '/customers/{documentNumber}',
    apiVersion: 1,
    body: JSON.stringify({ data: bodyOf(change) }),
  }),
  read,
  inputPath: (name) =>
    name
      .replace(/^data\./, '')
      .replace(/\bzipcode$/, 'zipCode')
      .split('.'),
  refusalOf: (reason, { wanted }) => changeRefusalOf(reason, wanted) ?? refusalOf(reason),
};

function bodyOf({ documentNumber: _, phone, address, assertedIncome, pepLevel, ...rest }: CustomerChange) {
  const { zipCode, ...place } = address ?? {};
  return {
    ...rest,
    ...(phone !== undefined && { phone: { countryCode: phone.countryCode, number: phone.number } }),
    ...(address !== undefined && { address: { ...place, zipcode: zipCode } }),
    ...(assertedIncome !== undefined && {
      assertedIncome: { ...assertedIncome, value: JSON.rawJSON(assertedIncome.value) },
    }),
    ...(pepLevel !== undefined && { pep: { level: pepLevel } }),
  };
}

const CANCELLATION: ForwardedRequest<CancelCustomerCommand, 'done'> = {
  name: 'cancelCustomer',
  request: ({ reason, ...person }) => ({
    method: 'PATCH',
    path: `${personPath(person)}/cancel`,
    route: '/customers/{documentNumber}/cancel',
    apiVersion: 1,
    body: JSON.stringify({ reason }),
  }),
  read,
  inputPath: (name) => name.split('.'),
  // Which accounts they are is read here, by their holder.
  refusalOf: (reason) =>
    reason.code === 'CUSTOMER_HAS_OPEN_ACCOUNTS' ? customerHasOpenAccounts([]) : refusalOf(reason),
};

function refusalOf(reason: RefusalReason): DomainError | undefined {
  switch (reason.code) {
    case 'CUSTOMER_NOT_FOUND':
    case NOT_FOUND:
      return customerNotFound();
    case 'INVALID_CUSTOMER_STATUS':
      return invalidCustomerStatus(oneOfIn(reason, 'customerStatus', CustomerStatus));
    default:
      return undefined;
  }
}

function changeRefusalOf(reason: RefusalReason, { phone }: CustomerChange): DomainError | undefined {
  switch (reason.code) {
    case 'PHONE_COUNTRY_CODE_NOT_ALLOWED':
      return phoneCountryCodeNotAllowed(phone?.countryCode ?? '');
    case 'PHONE_ALREADY_IN_USE':
      return phoneAlreadyInUse();
    case 'EMAIL_ALREADY_IN_USE':
      return emailAlreadyInUse();
    case 'INVALID_OCCUPATION':
      return invalidOccupation();
    case 'TOO_MANY_LOOKUPS':
      return tooManyLookups(countIn(reason, 'retryAfterSeconds') ?? 1);
    default:
      return undefined;
  }
}

/** Changes customers at the provider. */
export function updateCustomerAtProvider(provider: ProviderSide, needs: AtProviderNeeds): UpdateCustomer {
  return async (caller, request) => {
    const wanted = customerChange(request);
    if (wanted instanceof DomainError) return wanted;
    const { requester } = caller;
    return forwarded(provider, needs, caller, {
      wanted,
      what: UPDATE,
      apply: (transaction, customer) => applyChange(transaction, { ...needs, requester, change: wanted }, customer),
    });
  };
}

/** Cancels customers at the provider. */
export function cancelCustomerAtProvider(provider: ProviderSide, needs: AtProviderNeeds): CancelCustomer {
  return async (caller, wanted) => {
    const refusal = refuseNoCpf(wanted.documentNumber);
    if (refusal !== undefined) return refusal;
    const { requester } = caller;
    return forwarded(provider, needs, caller, {
      wanted,
      what: CANCELLATION,
      apply: (transaction, customer) => applyCancellation(transaction, { ...needs, requester, ...wanted }, customer),
    });
  };
}

interface Forwarding<Wanted> {
  readonly wanted: Wanted;
  readonly what: ForwardedRequest<Wanted, 'done'>;
  /** Does the same to the copy here. */
  readonly apply: (
    transaction: Transaction,
    customer: Customer,
  ) => Promise<ChangedCustomer | Unchanged<ChangedCustomer>>;
}

/**
 * Forwards a change, which is safe to repeat, and applies it to the copy here, with its event. The copy is fetched
 * before: afterwards it would show the change already.
 */
async function forwarded<Wanted extends { readonly documentNumber: string }>(
  provider: ProviderSide,
  needs: AtProviderNeeds,
  caller: Caller,
  { wanted, what, apply }: Forwarding<Wanted>,
): Promise<ChangedCustomer | DomainError | Undecided> {
  const { database, requester } = caller;
  const { documentNumber } = wanted;
  const known = await database.entities.findOne(Customer, { partnerId: requester.partnerId, documentNumber });
  if (known === null) {
    const by = {
      requester,
      database: database.withoutNote,
      secrets: provider.secrets,
      ask: asking(provider, requester, { priority: 'MUTATION' }),
    };
    const fetched = await fetchCustomer(needs, documentNumber, by);
    if (fetched === 'MISSING') return customerNotFound();
    if (fetched === 'UNAVAILABLE') return Undecided.notSent(1);
  }
  const done = await forwardRequest(provider, what, { ...caller, wanted });
  if (done !== 'done') return done;
  return database.transaction<ChangedCustomer>(async (transaction) => {
    const customer = await lockCustomer(transaction.entities, { partnerId: requester.partnerId, documentNumber });
    if (customer === null) throw new Error('A customer is missing although it was just read.');
    return apply(transaction, customer);
  });
}
