import { RECORDED } from '../../events/log/event-log.ts';
import { Outbox } from '../../events/log/outbox.entity.ts';
import { auditInsertion } from '../../platform/audit/audited-mutation.ts';
import { isUnreadableText } from '../../platform/database/database-failure.ts';
import { claimQueries, unkeyedQueries } from '../../platform/idempotency/once-per-key.ts';
import { composed, type Composition } from '../../platform/statements/composition.ts';
import type { NamedValues, Statement } from '../../platform/statements/statement.ts';
import { CustomerRecord } from '../customers/customer-record.entity.ts';
import { CustomerRegistration } from '../customers/customer-registration.entity.ts';
import { customerQueries, REGISTERED, STATED, type AcceptedRegistration } from './register-customer.rows.ts';
import { REGISTRATION_RULES, type PictureStatus, type RefusalCondition } from './registration.rules.ts';

/** What a registration is decided on. */
type DecidedOn = AcceptedRegistration & {
  readonly isOccupation: boolean;
  readonly mayLookUp: boolean;
  /** The claim of the idempotency key; empty without one. */
  readonly key: NamedValues;
  readonly audit: NamedValues;
};

/** A decision on a registration, and the status of each of its pictures. */
export interface Decision {
  readonly selfie: PictureStatus;
  readonly idCardFront: PictureStatus;
  readonly idCardBack: PictureStatus;
  readonly openRegistrationId: string | null;
  readonly rejectedRegistrationId: string | null;
  /** Index of the rule in REGISTRATION_RULES that refuses it. */
  readonly brokenRule: number | null;
  /** Whether the idempotency key is in use already. */
  readonly isHeld: boolean;
  /** Whether it was accepted: with its record, customer, contacts, idempotency key, event and audit entry. */
  readonly isMade: boolean;
}

/**
 * Decides on a registration and stores it. Idempotency key, customer and contacts are claimed
 * only if no rule refuses it, so that a refusal changes nothing. A concurrent request with the same key is waited for.
 * So is one for the same person or with the same contacts; if it was faster, the statement fails (`lostItsClaims`), since
 * the rules were read from the snapshot from before the wait.
 */
export const DECIDE_KEYED_REGISTRATION: Statement<Decision, DecidedOn> = composed(
  'decide_keyed_customer',
  { writes: 'snapshot' },
  (composition) => decideRegistration(composition, true),
);

/** The same without an idempotency key. */
export const DECIDE_REGISTRATION: Statement<Decision, DecidedOn> = composed(
  'decide_customer',
  { writes: 'snapshot' },
  (composition) => decideRegistration(composition, false),
);

/** Whether a concurrent registration took the person or a contact, so that this one is to be decided again. */
export function lostItsClaims(error: unknown): boolean {
  return isUnreadableText(error);
}

function decideRegistration(composition: Composition, isKeyed: boolean) {
  const parameter = (name: keyof DecidedOn) => composition.parameter(name);
  const [partnerId, documentNumber] = [parameter('partnerId'), parameter('documentNumber')];
  const accepted = { from: 'facts', where: 'facts.broken_rule is null' };
  return composition.with(
    {
      facts: {
        materialized: `
      select picture.*, customer.pending_registration_id, rejected.id as rejected_registration_id,
        ${refusingRule(composition)} as broken_rule
      from (${picturesOf(composition)}) as picture
      left join customer on customer.partner_id = ${partnerId} and customer.document_number = ${documentNumber}
      left join customer_registration as rejected on customer.status = 'REPROVED'
        and rejected.id = customer.registration_id and rejected.detailed_decided_at is null`,
      },
      ...(isKeyed ? claimQueries(composition, accepted) : unkeyedQueries(accepted)),
      ...customerQueries(composition),
      // Without both contacts, of which the customer is a condition, there is no id: what is read in its place fails. A
      // missing one would fail too, but PostgreSQL would log the person's document.
      registered: `${composition.insertion(CustomerRegistration, {
        columns: REGISTERED,
        given: { id: `case contacts when 2 then ${parameter('id')} else ('contacts claimed: ' || contacts)::uuid end` },
        from: 'from claimed cross join (select count(*) as contacts from contacts) as counted',
      })} returning id`,
      stated: composition.insertion(CustomerRecord, {
        columns: STATED,
        given: { registrationId: 'registered.id' },
        from: 'from registered',
      }),
      recorded: composition.insertion(Outbox, {
        columns: RECORDED,
        group: 'event',
        given: { partnerId },
        from: 'from registered',
      }),
      audited: auditInsertion(composition, 'registered'),
    },
    `select selfie, id_card_front as "idCardFront", id_card_back as "idCardBack",
      pending_registration_id as "openRegistrationId", rejected_registration_id as "rejectedRegistrationId",
      broken_rule as "brokenRule", exists (select from held) as "isHeld", exists (select from registered) as "isMade"
    from facts`,
  );
}

/** Returns a query of the status of the picture of each role, if it is one of the person in this role. */
function picturesOf(composition: Composition): string {
  const token = (name: keyof DecidedOn) => `${composition.parameter(name)}::text`;
  const [selfie, front, back] = [token('selfieToken'), token('idCardFrontToken'), token('idCardBackToken')];
  const statusOf = (picture: string, condition: string) =>
    `max(status) filter (where token = ${picture} and ${condition})`;
  return `
        select ${statusOf(selfie, "document_type = 'SELFIE' and document_side is null")} as selfie,
          ${statusOf(front, "document_type <> 'SELFIE' and document_side = 'FRONT'")} as id_card_front,
          ${statusOf(back, "document_type <> 'SELFIE' and document_side = 'BACK'")} as id_card_back
        from document_analysis
        where partner_id = ${composition.parameter('partnerId')}
          and document_number = ${composition.parameter('documentNumber')}
          and token in (${selfie}, ${front}, ${back})
      `;
}

/** Returns the index of the rule that refuses the registration, or null; later conditions are not evaluated. */
function refusingRule(composition: Composition): string {
  const parameter = (name: keyof DecidedOn) => composition.parameter(name);
  const isInUse = (kind: string, value: string) => `exists (
        select from customer_contact as held
        where held.partner_id = ${parameter('partnerId')} and held.kind = '${kind}' and held.value = ${value}
          and held.customer_id is distinct from customer.id
      )`;
  const conditions: Readonly<Record<RefusalCondition, string>> = {
    awaitsEvaluation: 'customer.pending_registration_id is not null',
    isRejected: 'rejected.id is not null',
    lookupsAreUsedUp: `not ${parameter('mayLookUp')}::boolean`,
    phoneIsInUse: isInUse('PHONE', parameter('phoneE164')),
    emailIsInUse: isInUse('EMAIL', parameter('email')),
    occupationIsUnknown: `not ${parameter('isOccupation')}::boolean`,
    picturesAreNotApproved: `(picture.selfie = 'APPROVED' and picture.id_card_front = 'APPROVED'
      and picture.id_card_back = 'APPROVED') is not true`,
  };
  return `case ${REGISTRATION_RULES.map(({ refusesIf }, nth) => `when ${conditions[refusesIf]} then ${nth}`).join(' ')} end`;
}
