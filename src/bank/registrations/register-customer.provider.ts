import * as v from 'valibot';
import type { Sql } from '../../platform/database/database.ts';
import { REPLAY_SECONDS } from '../../platform/idempotency/once-per-key.ts';
import type { ProviderRequest } from '../../provider/calls/provider-call.ts';
import type { Done, Looked, Looking, ProviderMutation, Store } from '../../provider/intents/provider-mutation.ts';
import { recordOwnEvent } from '../../provider/events/note-own-event.ts';
import { countIn, textsIn, type ToldReason } from '../../provider/calls/provider-refusal.ts';
import { DeclaredIncome, PepLevel } from '../customers/customer-record.enum.ts';
import type { DomainError } from '../../kernel/domain-error.ts';
import { tooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { NewRegistration } from './new-registration.value.ts';
import { customerOf, customerRequest, isSince } from './provider-customer.ts';
import { CLAIM_CONTACTS, TAKE_CUSTOMER } from './register-customer.rows.ts';
import {
  customerAwaitsEvaluation,
  documentAnalysisNotApproved,
  emailAlreadyInUse,
  invalidOccupation,
  phoneAlreadyInUse,
  phoneCountryCodeNotAllowed,
} from './registration.errors.ts';
import { FIND_REGISTRATIONS, type RegistrationRow } from './registration.rows.ts';
import { receivedEvent, storeRegistration, type StoreRegistrationNeeds } from './store-registration.ts';

const text = v.string();
const optionalText = v.nullable(text);

const WANTED = v.object({
  documentNumber: text,
  registerName: text,
  socialName: optionalText,
  birthDate: text,
  phone: v.object({ countryCode: text, number: text, e164: text }),
  address: v.object({
    ...{ zipCode: text, addressLine: text, buildingNumber: text, complement: optionalText, neighborhood: text },
    ...{ city: text, state: text, country: text },
  }),
  declaredIncome: v.nullable(v.enum(DeclaredIncome)),
  assertedIncome: v.object({ value: text, currency: text }),
  occupation: text,
  pepLevel: v.enum(PepLevel),
  motherName: text,
  email: text,
  documentation: v.object({ selfie: text, idCardFront: text, idCardBack: text }),
});

/** That it was taken in: there is nothing else to tell. */
type TakenIn = 'taken in';

/** Registrations that the provider takes in. */
export function registrationAtProvider(
  needs: StoreRegistrationNeeds,
): ProviderMutation<NewRegistration, TakenIn, RegistrationRow> {
  return {
    name: 'registerCustomer',
    wanted: WANTED,
    resendSeconds: 0,
    replaySeconds: REPLAY_SECONDS,
    request,
    read: () => 'taken in',
    refusalOf: (reason, { wanted }) => refusalOf(reason, wanted),
    inputPath: (name) => name.replace(/\bzipcode$/, 'zipCode').split('.'),
    fits: ({ documentNumber }, { entityId = documentNumber }) => entityId === documentNumber,
    known: () => Promise.resolve(undefined),
    storing: (sql, done) => storing(sql, needs, done),
    find: FIND_REGISTRATIONS,
    look,
  };
}

function request(wanted: NewRegistration, key: string): ProviderRequest {
  const { documentNumber, phone, address, assertedIncome, pepLevel, socialName, declaredIncome, ...said } = wanted;
  const { zipCode, ...place } = address;
  const body = {
    ...said,
    ...(socialName !== null && { socialName }),
    ...(declaredIncome !== null && { declaredIncome }),
    phone: { countryCode: phone.countryCode, number: phone.number },
    address: { ...place, zipcode: zipCode },
    assertedIncome: { ...assertedIncome, value: JSON.rawJSON(assertedIncome.value) },
    pep: { level: pepLevel },
  };
  return {
    method: 'PUT',
    path: `/customers/${encodeURIComponent(documentNumber)}`,
    route: '/customers/{documentNumber}',
    apiVersion: 1,
    headers: { 'idempotency-key': key },
    body: JSON.stringify(body),
  };
}

function refusalOf(reason: ToldReason, { phone }: NewRegistration): DomainError | undefined {
  switch (reason.code) {
    case 'CUSTOMER_AWAIT_EVALUATION':
      return customerAwaitsEvaluation();
    case 'PHONE_ALREADY_IN_USE':
      return phoneAlreadyInUse();
    case 'EMAIL_ALREADY_IN_USE':
      return emailAlreadyInUse();
    case 'INVALID_OCCUPATION':
      return invalidOccupation();
    case 'PHONE_COUNTRY_CODE_NOT_ALLOWED':
      return phoneCountryCodeNotAllowed(phone.countryCode);
    case 'DOCUMENT_ANALYSIS_NOT_APPROVED':
      return documentAnalysisNotApproved(textsIn(reason.details['fields']));
    case 'TOO_MANY_LOOKUPS':
      return tooManyLookups(countIn(reason, 'retryAfterSeconds') ?? 1);
    default:
      return undefined;
  }
}

async function storing(
  sql: Sql,
  needs: StoreRegistrationNeeds,
  done: Done<NewRegistration, TakenIn>,
): Promise<Store<RegistrationRow>> {
  const { requester, wanted, id, since } = done;
  // However late its outcome was found: what was decided on it since is a decision on this one.
  const taken = { ...done, now: since };
  const { documentNumber, phone, email } = wanted;
  const person = [requester.partnerId, documentNumber];
  await Promise.all([
    sql.run(TAKE_CUSTOMER, [needs.random.timeOrderedUuid(since), ...person, id, since.toISOString()]),
    sql.run(CLAIM_CONTACTS, [...person, phone.e164, email]),
  ]);
  const event = receivedEvent(taken, needs.random);
  const record = (pipelined: Sql) => recordOwnEvent(pipelined, event, id);
  return (transaction) => storeRegistration(transaction, needs, { ...taken, record });
}

/** A record that is older may be in force while a new round is analysed: nobody can tell then. */
async function look({ wanted, ask, since }: Looking<NewRegistration>): Promise<Looked<TakenIn>> {
  const found = await ask(customerRequest(wanted.documentNumber));
  if (found === undefined) return 'unanswered';
  if (found === 'absent') return 'nothing';
  const customer = customerOf(found);
  const isIt = customer !== undefined && (customer.status === 'PENDING_APPROVAL' || isSince(customer, since));
  return isIt ? { answer: 'taken in' } : 'unanswered';
}
