import type { Call, Model } from './find-order.ts';
import type { Replayable } from './once-per-key.model.ts';

/** By what a customer can be reached; no two customers of a partner have one of them. */
export interface Contacts {
  readonly phone: string;
  readonly email: string;
}

/** A request to register a person, or to have a picture of one analysed, or a look at what is known of one. */
export type CustomerAsked =
  | (Contacts & { readonly key: string; readonly document: string; readonly occupation: string })
  | { readonly picture: string }
  | { readonly look: string };

/** What is known of a person; null: nothing. */
export type ShownCustomer = (Contacts & { readonly status: string }) | null;

export type CustomerAnswer =
  Replayable | { readonly code: string } | { readonly token: string } | { readonly customer: ShownCustomer };

export type CustomerCall = Call<CustomerAsked, CustomerAnswer>;

/** What the rules go by, beside what was asked for. */
export interface Person {
  readonly document: string;
  readonly isReproved: boolean;
  /** Whether all pictures are approved that its registrations name. */
  readonly hasPictures: boolean;
}

/** A registration whose analysis may be over, and what was decided last. */
interface Known {
  readonly pending?: Contacts;
  readonly inForce?: Contacts;
  readonly rejected?: Contacts;
}

/** What is known of each person, by document. */
export type CustomerState = Readonly<Record<string, Known>>;

export const OCCUPATION = 'OCP0001';

/**
 * Customers of a partner by domain rules, section 6: awaiting evaluation, phone, e-mail address, occupation, pictures. When
 * an analysis ends nobody is told: as long as nothing shows that it has, it may have ended or not.
 */
export function customersModel(people: readonly Person[]): Model<CustomerState, CustomerAsked, CustomerAnswer> {
  const reproved = new Set(people.filter(({ isReproved }) => isReproved).map(({ document }) => document));
  const unproven = new Set(people.filter(({ hasPictures }) => !hasPictures).map(({ document }) => document));
  return {
    after(state, { asked, answer }) {
      if ('picture' in asked) return answer === undefined || 'token' in answer ? state : undefined;
      if ('look' in asked) {
        if (answer === undefined) return state;
        return 'customer' in answer ? looked(state, asked.look, answer.customer, reproved) : undefined;
      }
      const { codes, isCertain } = refusalsOf(state, asked, { reproved, unproven });
      if (answer !== undefined && 'code' in answer) return codes.includes(answer.code) ? state : undefined;
      if (isCertain) return answer === undefined ? state : undefined;
      if (answer !== undefined && !('id' in answer)) return undefined;
      return registered(state, asked, reproved);
    },
    keyOf: (state) => JSON.stringify(Object.entries(state).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    namesOf({ asked }) {
      if ('picture' in asked) return [];
      return ['look' in asked ? asked.look : asked.document];
    },
  };
}

type Registration = Extract<CustomerAsked, Contacts>;

interface Kinds {
  readonly reproved: ReadonlySet<string>;
  readonly unproven: ReadonlySet<string>;
}

/** By which codes a registration may be refused, and whether it must be. */
function refusalsOf(
  state: CustomerState,
  { document, phone, email, occupation }: Registration,
  { reproved, unproven }: Kinds,
): { readonly codes: readonly string[]; readonly isCertain: boolean } {
  const codes = state[document]?.pending === undefined ? [] : ['CUSTOMER_AWAIT_EVALUATION'];
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

/** A record in force keeps its contacts until another comes in force; what is rejected keeps none. */
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

/** Whatever was pending was decided on before. */
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
