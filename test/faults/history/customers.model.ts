import type { Call, Model } from './find-order.ts';
import type { Replayable } from './once-per-key.model.ts';

/** Contacts of a customer; no two customers of a partner share one. */
export interface Contacts {
  readonly phone: string;
  readonly email: string;
}

/** Registers a person, submits a picture of one for analysis, or looks a person up. */
export type CustomerOperation =
  | (Contacts & { readonly key: string; readonly document: string; readonly occupation: string })
  | { readonly picture: string }
  | { readonly look: string };

/** A customer as the gateway shows it; null: unknown. */
export type ShownCustomer = (Contacts & { readonly status: string }) | null;

export type CustomerAnswer =
  Replayable | { readonly code: string } | { readonly token: string } | { readonly customer: ShownCustomer };

export type CustomerCall = Call<CustomerOperation, CustomerAnswer>;

/** Facts about a person that decide on a registration, besides its input. */
export interface Person {
  readonly document: string;
  readonly isReproved: boolean;
  /** Whether all pictures that the registrations name are approved. */
  readonly hasPictures: boolean;
}

/** A registration whose analysis may have ended, and the last decisions. */
interface Known {
  readonly pending?: Contacts;
  readonly inForce?: Contacts;
  readonly rejected?: Contacts;
}

/** The records of each person, by document. */
export type CustomerState = Readonly<Record<string, Known>>;

export const OCCUPATION = 'OCP0001';

/**
 * Models customers of a partner by domain rules, section 6: awaiting evaluation, rejected, phone, e-mail address,
 * occupation, pictures. The end of an analysis is not a call: until an answer shows it, it may have ended or not.
 */
export function customersModel(people: readonly Person[]): Model<CustomerState, CustomerOperation, CustomerAnswer> {
  const reproved = new Set(people.filter(({ isReproved }) => isReproved).map(({ document }) => document));
  const unproven = new Set(people.filter(({ hasPictures }) => !hasPictures).map(({ document }) => document));
  return {
    after(state, { operation, answer }) {
      if ('picture' in operation) return answer === undefined || 'token' in answer ? state : undefined;
      if ('look' in operation) {
        if (answer === undefined) return state;
        return 'customer' in answer ? looked(state, operation.look, answer.customer, reproved) : undefined;
      }
      const { codes, isCertain } = refusalsOf(state, operation, { reproved, unproven });
      if (answer !== undefined && 'code' in answer) return codes.includes(answer.code) ? state : undefined;
      if (isCertain) return answer === undefined ? state : undefined;
      if (answer !== undefined && !('id' in answer)) return undefined;
      return registered(state, operation, reproved);
    },
    keyOf: (state) => JSON.stringify(Object.entries(state).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    namesOf({ operation }) {
      if ('picture' in operation) return [];
      return ['look' in operation ? operation.look : operation.document];
    },
  };
}

type Registration = Extract<CustomerOperation, Contacts>;

interface Kinds {
  readonly reproved: ReadonlySet<string>;
  readonly unproven: ReadonlySet<string>;
}

/** Returns the codes by which a registration may be refused, and whether it must be refused. */
function refusalsOf(
  state: CustomerState,
  { document, phone, email, occupation }: Registration,
  { reproved, unproven }: Kinds,
): { readonly codes: readonly string[]; readonly isCertain: boolean } {
  const { pending, rejected } = state[document] ?? {};
  if (rejected !== undefined) return { codes: ['REGISTRATION_REJECTED'], isCertain: true };
  const codes = pending === undefined ? [] : ['CUSTOMER_AWAIT_EVALUATION'];
  if (pending !== undefined && reproved.has(document))
    return { codes: [...codes, 'REGISTRATION_REJECTED'], isCertain: true };
  const others = Object.entries(state).filter(([other]) => other !== document);
  const isHeld = (field: keyof Contacts, value: string) => {
    const held = others.map(([other, known]) => holds(known, reproved.has(other), field, value));
    if (held.some((one) => one !== 'no')) codes.push(`${field.toUpperCase()}_ALREADY_IN_USE`);
    return held.includes('certainly');
  };
  if (isHeld('phone', phone) || isHeld('email', email)) return { codes, isCertain: true };
  const wrong = occupation === OCCUPATION ? 'DOCUMENT_ANALYSIS_NOT_APPROVED' : 'INVALID_OCCUPATION';
  const isWrong = occupation !== OCCUPATION || unproven.has(document);
  return { codes: isWrong ? [...codes, wrong] : codes, isCertain: isWrong };
}

/** Whether a person holds a contact: a record in force keeps it until another is in force; a rejected one does not. */
function holds(
  { pending, inForce }: Known,
  isReproved: boolean,
  field: keyof Contacts,
  value: string,
): 'certainly' | 'maybe' | 'no' {
  if (pending?.[field] === value) return isReproved ? 'maybe' : 'certainly';
  if (inForce?.[field] !== value) return 'no';
  return pending === undefined ? 'certainly' : 'maybe';
}

/** Adds a registration; one that was pending must have been decided on before. */
function registered(
  state: CustomerState,
  { document, phone, email }: Registration,
  reproved: ReadonlySet<string>,
): CustomerState {
  const known = state[document] ?? {};
  const inForce = reproved.has(document) ? undefined : (known.pending ?? known.inForce);
  return { ...state, [document]: { pending: { phone, email }, ...(inForce && { inForce }) } };
}

function looked(
  state: CustomerState,
  document: string,
  shown: ShownCustomer,
  reproved: ReadonlySet<string>,
): CustomerState | undefined {
  const known = state[document];
  if (known === undefined || shown === null) return known === undefined && shown === null ? state : undefined;
  const { pending, inForce, rejected } = known;
  const isShown = (status: string, contacts: Contacts | undefined) =>
    shown.status === status && shown.phone === contacts?.phone && shown.email === contacts.email;
  if (inForce === undefined && isShown('PENDING_APPROVAL', pending)) return state;
  if (isShown('APPROVED', inForce) || isShown('REPROVED', rejected)) return state;
  const isReproved = reproved.has(document);
  if (pending === undefined || !isShown(isReproved ? 'REPROVED' : 'APPROVED', pending)) return undefined;
  return { ...state, [document]: isReproved ? { rejected: pending } : { inForce: pending } };
}
