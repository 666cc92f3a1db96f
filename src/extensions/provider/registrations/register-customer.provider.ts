import * as v from 'valibot';
import { bankDate } from '../../../kernel/clock.ts';
import { DomainError } from '../../../kernel/domain-error.ts';
import type { Sql } from '../../../platform/database/database.ts';
import { REPLAY_SECONDS } from '../../../platform/idempotency/once-per-key.ts';
import { instantOf } from '../../../platform/statements/instant.ts';
import { statement } from '../../../platform/statements/statement.ts';
import type { ProviderRequest } from '../calls/provider-call.ts';
import { performIntent, refuseUnsent } from '../intents/perform-intent.ts';
import type { AtProviderNeeds, Done, Looked, Looking, ProviderMutation, Store } from '../intents/provider-mutation.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { inputPaths } from '../intents/input-paths.ts';
import { readByCode, type RefusalsByCode } from '../intents/read-refusal.ts';
import { recordOwnEvent } from '../events/note-own-event.ts';
import { countIn, textsIn, type RefusalReason } from '../calls/provider-refusal.ts';
import { DeclaredIncome, PepLevel } from '../../../bank/customers/customer-record.enum.ts';
import { tooManyLookups } from '../../../kernel/too-many-lookups.ts';
import { newRegistration, type NewRegistration } from '../../../bank/registrations/new-registration.value.ts';
import { changedAt, customerOf, customerRequest, isSince } from './provider-customer.ts';
import { REGISTER_CUSTOMER } from '../../../bank/registrations/register-customer.ts';
import { CLAIM_CONTACTS, END_REPLACED_ANALYSES } from '../../../bank/registrations/register-customer.rows.ts';
import { TAKE_CUSTOMER } from './take-customer.rows.ts';
import { isBlockedCode } from '../../../bank/registrations/registration-phone.value.ts';
import { PictureRefusal } from '../../../bank/registrations/picture-refusal.enum.ts';
import type { RegisterCustomer } from '../../../bank/registrations/registrations.port.ts';
import {
  customerAwaitsEvaluation,
  documentAnalysisNotApproved,
  emailAlreadyInUse,
  invalidOccupation,
  phoneAlreadyInUse,
  phoneCountryCodeNotAllowed,
  registrationRejected,
  type RefusedPicture,
  type RegistrationRefusal,
} from '../../../bank/registrations/registration.errors.ts';
import { FIND_REGISTRATIONS, type RegistrationRow } from '../../../bank/registrations/registration.rows.ts';
import { receivedEvent, type StoreRegistrationNeeds } from '../../../bank/registrations/store-registration.ts';
import { storeRegistration } from './store-registration.ts';

const text = v.string();
const optionalText = v.nullable(text);

const WANTED = v.object({
  documentNumber: text,
  registerName: text,
  socialName: optionalText,
  birthDate: text,
  phone: v.object({ countryCode: text, number: text, e164: text }),
  address: v.object({
    zipCode: text,
    addressLine: text,
    buildingNumber: text,
    complement: optionalText,
    neighborhood: text,
    city: text,
    state: text,
    country: text,
  }),
  declaredIncome: v.nullable(v.enum(DeclaredIncome)),
  assertedIncome: v.object({ value: text, currency: text }),
  occupation: text,
  pepLevel: v.enum(PepLevel),
  motherName: text,
  email: text,
  documentation: v.object({ selfie: text, idCardFront: text, idCardBack: text }),
});

/** The innermost members of the input; `zipcode` of a request differs only in its case. */
const MEMBERS = [
  ...['documentNumber', 'registerName', 'socialName', 'birthDate', 'declaredIncome', 'occupation', 'pep.level'],
  ...['motherName', 'email', 'phone.countryCode', 'phone.number', 'assertedIncome.value', 'assertedIncome.currency'],
  ...['zipCode', 'addressLine', 'buildingNumber', 'complement', 'neighborhood', 'city', 'state', 'country'].map(
    (name) => `address.${name}`,
  ),
  ...['documentation.selfie', 'documentation.idCardFront', 'documentation.idCardBack'],
];

/** Finds a customer whose last registration that is concluded here was decided by the provider at $3 or later. */
const FIND_EARLIER_DECISION = statement(
  'find_earlier_provider_decision',
  'select id from customer where partner_id = $1 and document_number = $2 and provider_decided_at >= $3',
);

/** Finds the registration of a customer that is pending here. */
const FIND_PENDING_REGISTRATION = statement(
  'find_pending_registration',
  `select registration.id, registration.received_at as "receivedAt"
   from customer join customer_registration as registration on registration.id = customer.pending_registration_id
   where customer.partner_id = $1 and customer.document_number = $2`,
);

const PICTURES = v.array(v.object({ path: v.array(text), status: v.enum(PictureRefusal) }));

/** It was accepted: the response contains nothing else. */
type TakenIn = 'taken in';

/** Registers customers at the provider. */
export function registerCustomerAtProvider(provider: ProviderSide, needs: AtProviderNeeds): RegisterCustomer {
  const mutation = registrationAtProvider(needs);
  return async (caller, command) => {
    const wanted = newRegistration(command, bankDate(needs.clock.now()));
    if (wanted instanceof DomainError) return wanted;
    const { idempotencyKey: key } = command;
    const { countryCode } = wanted.phone;
    if (!isBlockedCode(countryCode)) return performIntent(provider, mutation, { ...caller, wanted, key });
    // It is never sent, so a reused key must be reported here, before the refusal.
    const refusal = phoneCountryCodeNotAllowed(countryCode);
    return refuseUnsent(provider, mutation, { ...caller, wanted, key, refusal });
  };
}

/** Registration of customers at the provider. */
export function registrationAtProvider(
  needs: StoreRegistrationNeeds,
): ProviderMutation<NewRegistration, TakenIn, RegistrationRow> {
  return {
    name: REGISTER_CUSTOMER,
    wanted: WANTED,
    resendSeconds: 0,
    replaySeconds: REPLAY_SECONDS,
    request,
    read: () => 'taken in',
    refusalOf: readByCode(REFUSALS),
    inputPath: inputPaths(MEMBERS),
    fits: ({ documentNumber }, { entityId = documentNumber }) => entityId === documentNumber,
    known: () => Promise.resolve(undefined),
    storing: (sql, done) => storing(sql, needs, done),
    find: FIND_REGISTRATIONS,
    look,
  };
}

function request(wanted: NewRegistration, key: string): ProviderRequest {
  const { documentNumber, phone, address, assertedIncome, pepLevel, socialName, declaredIncome, ...rest } = wanted;
  const { zipCode, complement, ...place } = address;
  const body = {
    ...rest,
    ...(socialName !== null && { socialName }),
    ...(declaredIncome !== null && { declaredIncome }),
    phone: { countryCode: phone.countryCode, number: phone.number },
    address: { ...place, ...(complement !== null && { complement }), zipcode: zipCode },
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

const REFUSALS: RefusalsByCode<
  RegistrationRefusal['code'] | ReturnType<typeof phoneCountryCodeNotAllowed>['code'],
  NewRegistration
> = {
  async CUSTOMER_AWAIT_EVALUATION({ requester: { partnerId }, wanted: { documentNumber }, sql }) {
    const [pending] = await sql.run(FIND_PENDING_REGISTRATION, [partnerId, documentNumber]);
    return customerAwaitsEvaluation(pending?.id ?? null);
  },
  REGISTRATION_REJECTED: () => registrationRejected(null, null),
  PHONE_ALREADY_IN_USE: () => phoneAlreadyInUse(),
  EMAIL_ALREADY_IN_USE: () => emailAlreadyInUse(),
  INVALID_OCCUPATION: () => invalidOccupation(),
  PHONE_COUNTRY_CODE_NOT_ALLOWED: ({ wanted: { phone } }) => phoneCountryCodeNotAllowed(phone.countryCode),
  DOCUMENT_ANALYSIS_NOT_APPROVED: ({ reason }) => documentAnalysisNotApproved(refusedPictures(reason)),
  TOO_MANY_LOOKUPS: ({ reason }) => tooManyLookups(countIn(reason, 'retryAfterSeconds') ?? 1),
};

/** Returns the fields whose pictures are refused; a provider may leave out why. */
function refusedPictures({ details }: RefusalReason): readonly RefusedPicture[] {
  const pictures = v.is(PICTURES, details['pictures']) ? details['pictures'] : [];
  return textsIn(details['fields']).map((field) => ({
    field,
    status: pictures.find(({ path }) => path.at(-1) === field)?.status ?? 'UNKNOWN',
  }));
}

/** Uses the time of the request, however late its outcome is found: a decision since then is on this registration. */
function takenOf({ requester, wanted, id, since }: Done<NewRegistration, TakenIn>) {
  return { requester, wanted, id, now: since };
}

async function storing(
  sql: Sql,
  needs: StoreRegistrationNeeds,
  done: Done<NewRegistration, TakenIn>,
): Promise<Store<RegistrationRow>> {
  const { requester, wanted, id, since } = done;
  const taken = takenOf(done);
  const { documentNumber, phone, email } = wanted;
  const person = [requester.partnerId, documentNumber] as const;
  await Promise.all([
    sql.run(TAKE_CUSTOMER, [needs.random.timeOrderedUuid(since), ...person, id, since.toISOString()]),
    sql.run(CLAIM_CONTACTS, [...person, phone.e164, email]),
  ]);
  const event = receivedEvent(taken, needs.random);
  const record = async (pipelined: Sql) => {
    await Promise.all([recordOwnEvent(pipelined, event, id), pipelined.run(END_REPLACED_ANALYSES, person)]);
  };
  return (transaction) => storeRegistration(transaction, needs, { ...taken, record });
}

/**
 * An older record can be in force while a new registration is analysed, and what is pending can be another registration
 * that is known here: the outcome is undecided then.
 */
async function look({ requester, wanted, ask, database, since }: Looking<NewRegistration>): Promise<Looked<TakenIn>> {
  const found = await ask(customerRequest(wanted.documentNumber));
  if (found === undefined) return 'unanswered';
  if (found === 'absent') return 'nothing';
  const customer = customerOf(found);
  if (customer === undefined) return 'unanswered';
  const person = [requester.partnerId, wanted.documentNumber] as const;
  if (customer.status === 'PENDING_APPROVAL') {
    const [pending] = await database.run(FIND_PENDING_REGISTRATION, person);
    const isFree = pending === undefined || (isSince(customer, since) && instantOf(pending.receivedAt) < since);
    return isFree ? { answer: 'taken in' } : 'unanswered';
  }
  if (!isSince(customer, since)) return 'unanswered';
  const [earlier] = await database.run(FIND_EARLIER_DECISION, [...person, changedAt(customer)]);
  return earlier === undefined ? { answer: 'taken in' } : 'unanswered';
}
