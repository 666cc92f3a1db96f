import * as v from 'valibot';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { advisoryLock } from '../../platform/database/advisory-lock.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import { statement } from '../../platform/statements/statement.ts';
import { noteOwnEvent } from '../../provider/events/note-own-event.ts';
import {
  providerAmount,
  providerCurrency,
  providerDate,
  providerEnum,
  readFound,
} from '../../provider/intents/provider-values.ts';
import { mayBeOfIntent, noteReading } from '../../provider/reads/provider-reading.rows.ts';
import { PepLevel } from '../customers/customer-record.enum.ts';
import type { FetchCustomer } from '../customers/read-customer.port.ts';
import {
  adoptVerdict,
  concludeRegistration,
  UPDATE_HOLDER,
  type ConcludeDependencies,
} from './conclude-registration.ts';
import {
  changedAt,
  customerRequest,
  isSince,
  PROVIDER_ADDRESS,
  PROVIDER_CUSTOMER,
} from '../registrations/provider-customer.ts';
import { REGISTER_CUSTOMER } from '../registrations/register-customer.ts';
import { insertRegistration, TAKE_CUSTOMER } from '../registrations/register-customer.rows.ts';
import { CUSTOMER_WAS_RECEIVED } from '../registrations/registration.events.ts';

const text = v.string();

/** A customer as the provider shows it, with the record in force. */
const SHOWN = v.object({
  ...PROVIDER_CUSTOMER.entries,
  registerName: text,
  socialName: v.nullish(text, null),
  birthDate: providerDate,
  phone: v.object({ countryCode: text, number: text }),
  address: PROVIDER_ADDRESS,
  assertedIncome: v.object({
    value: providerAmount(0),
    currency: providerCurrency,
  }),
  occupation: text,
  pep: v.object({ level: providerEnum(PepLevel) }),
  motherName: text,
  email: text,
});
type ShownCustomer = v.InferOutput<typeof SHOWN>;

const LOCK_PERSON = statement('lock_person_that_is_read', `select ${advisoryLock('provider-customer', '$1', '$2')}`);

interface StandingCustomer {
  readonly id: string;
  readonly registrationId: string;
  readonly pendingId: string | null;
  readonly decidedAt: string | null;
  /** Of the pending registration, like the next one. */
  readonly receivedAt: string | null;
  readonly correlationId: string | null;
}

const STANDING_CUSTOMER = `
   select customer.id, customer.registration_id as "registrationId", customer.pending_registration_id as "pendingId",
     customer.provider_decided_at as "decidedAt", registration.received_at as "receivedAt",
     registration.correlation_id as "correlationId"
   from customer left join customer_registration as registration on registration.id = customer.pending_registration_id
   where customer.partner_id = $1 and customer.document_number = $2`;

const FIND_STANDING_CUSTOMER = statement<StandingCustomer>('find_standing_customer', STANDING_CUSTOMER);

/** Also locks the customer, so that no event decides on it until the commit. */
const LOCK_STANDING_CUSTOMER = statement<StandingCustomer>(
  'lock_standing_customer',
  `${STANDING_CUSTOMER} for update of customer`,
);

/** Whether this gateway accepted the registration in force: its client was notified of the time, by our clock. */
const IS_OURS = `exists (
  select from provider_event as noted
  where noted.partner_id = customer.partner_id and noted.name = '${CUSTOMER_WAS_RECEIVED.name}'
    and noted.entity_id = customer.document_number and noted.round = customer.registration_id::text
)`;

/**
 * Updates status, reasons and record of a customer in one statement, unless a registration is under analysis. What is
 * shown is no decision on a later registration, unless an open intent may have requested one ($3).
 */
const UPDATE_PROVIDER_CUSTOMER = statement(
  'update_provider_customer',
  `with changed as (
     update customer set status = ($2::jsonb ->> 'status')::customer_status,
       provider_decided_at = case when $3 then provider_decided_at
         else greatest(provider_decided_at,
           coalesce($2::jsonb ->> 'updatedAt', $2::jsonb ->> 'createdAt')::timestamptz) end,
       created_at = case when ${IS_OURS} then created_at else ($2::jsonb ->> 'createdAt')::timestamptz end,
       updated_at = case when ${IS_OURS} then greatest(updated_at, ($2::jsonb ->> 'updatedAt')::timestamptz)
         else ($2::jsonb ->> 'updatedAt')::timestamptz end
     where id = $1 and pending_registration_id is null returning registration_id
   ), reasoned as (
     update customer_registration set reasons = array(select jsonb_array_elements_text($2::jsonb -> 'reasons'))
     from changed where id = changed.registration_id
   )
   update customer_record as record set
     register_name = reported."registerName", social_name = reported."socialName", birth_date = reported."birthDate",
     phone_country_code = reported.phone ->> 'countryCode', phone_number = reported.phone ->> 'number',
     phone_e164 = '+' || (reported.phone ->> 'countryCode') || (reported.phone ->> 'number'), email = reported.email,
     zip_code = reported.address ->> 'zipCode', address_line = reported.address ->> 'addressLine',
     building_number = reported.address ->> 'buildingNumber', complement = reported.address ->> 'complement',
     neighborhood = reported.address ->> 'neighborhood', city = reported.address ->> 'city',
     state = reported.address ->> 'state', country = reported.address ->> 'country',
     income_value = (reported."assertedIncome" ->> 'value')::numeric,
     income_currency = reported."assertedIncome" ->> 'currency', occupation = reported.occupation,
     pep_level = (reported.pep ->> 'level')::pep_level, mother_name = reported."motherName"
   from changed, jsonb_to_record($2::jsonb) as reported (
     "registerName" text, "socialName" text, "birthDate" date, phone jsonb, email text, address jsonb,
     "assertedIncome" jsonb, occupation text, pep jsonb, "motherName" text
   )
   where record.registration_id = changed.registration_id`,
);

/**
 * Fetches a customer from the provider. A registration under analysis here is concluded if the provider has decided it.
 * Status and record become the provider's. An unknown customer is stored, unless an open intent may have created it. The
 * stored data stays stale if a decision has overtaken the response, or if it shows a registration that is not known here.
 */
export const fetchCustomer: FetchCustomer = async (needs, documentNumber, { requester, database, ask }) => {
  const { clock } = needs;
  const { partnerId } = requester;
  const person = [partnerId, documentNumber];
  const [before] = await database.run(FIND_STANDING_CUSTOMER, person);
  const found = await ask(customerRequest(documentNumber));
  if (found === 'absent') return 'MISSING';
  const shown = readFound(SHOWN, found);
  if (shown === undefined) return 'UNAVAILABLE';
  await concludeIfDecided({ ...needs, database, noteVerdict: noteOwnEvent }, { requester, documentNumber, shown });
  return database.transaction(async (transaction) => {
    await transaction.run(LOCK_PERSON, person);
    const isMade = await mayBeOfIntent(transaction, partnerId, REGISTER_CUSTOMER);
    const [known] = await transaction.run(LOCK_STANDING_CUSTOMER, person);
    if (known === undefined && isMade) return 'UNAVAILABLE';
    if (known === undefined) await importCustomer(transaction, needs, { requester, documentNumber, shown });
    else if (isOvertaken(shown, { before, now: known })) return 'FETCHED';
    const [stored] = await transaction.run(FIND_STANDING_CUSTOMER, person);
    if (stored === undefined) throw new Error('A customer is missing that was just stored.');
    if (shown.status === 'PENDING_APPROVAL') {
      if (stored.pendingId === null) return 'FETCHED';
    } else {
      await transaction.run(UPDATE_PROVIDER_CUSTOMER, [stored.id, JSON.stringify(shown), isMade]);
      await transaction.run(UPDATE_HOLDER, [stored.id]);
    }
    await noteReading(transaction, clock, { partnerId, subjectIds: [stored.id] });
    return 'FETCHED';
  });
};

/**
 * Whether a customer was changed while the provider was asked, other than by the decision that it shows: an event can
 * arrive before a response that was made earlier.
 */
function isOvertaken(
  shown: ShownCustomer,
  { before, now }: { readonly before: StandingCustomer | undefined; readonly now: StandingCustomer },
): boolean {
  const { registrationId, pendingId, decidedAt } = now;
  const isDecided = before?.decidedAt !== decidedAt;
  if (isDecided && decidedAt !== null) return new Date(changedAt(shown)) < instantOf(decidedAt);
  return isDecided || before.registrationId !== registrationId || before.pendingId !== pendingId;
}

/** Also records its event, as the worker that polls the provider does. */
async function concludeIfDecided(
  needs: ConcludeDependencies,
  { requester, documentNumber, shown }: Importing,
): Promise<void> {
  const { status, reasons } = shown;
  if (status !== 'APPROVED' && status !== 'REPROVED') return;
  const [standing] = await needs.database.run(FIND_STANDING_CUSTOMER, [requester.partnerId, documentNumber]);
  const { pendingId: id, receivedAt, correlationId } = standing ?? {};
  if (!id || !receivedAt || !correlationId || !isSince(shown, instantOf(receivedAt))) return;
  await concludeRegistration(
    needs,
    { ...requester, id, documentNumber, receivedAt, correlationId },
    { status, reasons, decidedAt: changedAt(shown) },
  );
}

interface Importing {
  readonly requester: Requester;
  readonly documentNumber: string;
  readonly shown: ShownCustomer;
}

/** Stores a customer as if registered here, and decided immediately unless it is under analysis there. */
async function importCustomer(
  transaction: Transaction,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  { requester: { partnerId, correlationId }, documentNumber, shown }: Importing,
): Promise<void> {
  const now = clock.now();
  const id = random.timeOrderedUuid(now);
  const { status, reasons, createdAt, updatedAt: _updatedAt, phone, pep, ...rest } = shown;
  const customer = [random.timeOrderedUuid(now), partnerId, documentNumber, id, createdAt];
  await transaction.run(TAKE_CUSTOMER, customer);
  const taken = { id, partnerId, correlationId, receivedAt: createdAt, dueAt: now.toISOString() };
  await insertRegistration(transaction, taken, {
    ...rest,
    documentNumber,
    declaredIncome: null,
    pepLevel: pep.level,
    phone: { ...phone, e164: `+${phone.countryCode}${phone.number}` },
    documentation: { selfie: null, idCardFront: null, idCardBack: null },
  });
  if (status === 'PENDING_APPROVAL') return;
  await adoptVerdict(transaction, id, { status: status === 'REPROVED' ? status : 'APPROVED', reasons }, now);
}
