import { randomUUID } from 'node:crypto';
import { PIXEL_PNG, REGISTER_CUSTOMER, registrationInput, SUBMIT_DOCUMENT } from '../../support/customers.ts';
import type { GraphqlBody } from '../../support/gateway.ts';
import type { Left } from '../liveness.ts';
import type { SeededRandom } from '../seeded-random.ts';
import {
  customersModel,
  OCCUPATION,
  type CustomerAnswer,
  type CustomerOperation,
  type CustomerState,
  type ShownCustomer,
} from './customers.model.ts';
import type { EventNames } from './event-log.rules.ts';
import { History } from './history.ts';
import { oncePerKey, type KeyedState } from './once-per-key.model.ts';
import { peopleOf, type HistoryPerson } from './people.ts';
import { read, type Request, type Site } from './site.ts';

const REGISTER = REGISTER_CUSTOMER.replace('... on RegisterCustomerSuccess {', '$& replayed');
const LOOK = `query ($document: String!) {
  customer(documentNumber: $document) { status email phone { number } }
}`;
const ANALYSIS = 'query ($token: String!) { documentAnalysis(token: $token) { status } }';
const REGISTRATION = 'query ($id: ID!) { customerRegistration(id: $id) { status } }';
/** Registrations of each person, each with its own key: they claim each other's contacts. */
const TRIES = 4;
const LOOK_FRACTION = 0.2;
const PICTURE_FRACTION = 0.1;
const REUSED_FRACTION = 0.1;
const WRONG_OCCUPATION = 'OCP9999';

/** Persons of a partner who claim the same phones and e-mail addresses, and whose pictures are analysed. */
export class CustomerHistory extends History<KeyedState<CustomerState>, CustomerOperation, CustomerAnswer> {
  protected readonly looks: readonly CustomerOperation[];
  protected readonly everything: readonly CustomerOperation[];
  private readonly people: readonly HistoryPerson[];

  /** @param round round whose persons they are */
  constructor(site: Site, round: number, random: SeededRandom) {
    const people = peopleOf(round);
    super('customers', site, oncePerKey(customersModel(people)));
    this.people = people;
    this.looks = people.map(({ document }) => ({ look: document }));
    const contacts = people.map(({ phone, email }) => ({ phone, email }));
    const oneOf = () => contacts[random.integer(0, contacts.length - 1)] ?? { phone: '', email: '' };
    this.everything = people.flatMap(({ document, phone, email }) => [
      // The first one of each person has the person's own contacts, so these do not collide.
      { key: randomUUID(), document, phone, email, occupation: OCCUPATION },
      ...Array.from({ length: TRIES - 1 }, (_, nth) => ({
        ...{ key: randomUUID(), document, phone: oneOf().phone, email: oneOf().email },
        occupation: nth === 0 ? WRONG_OCCUPATION : OCCUPATION,
      })),
    ]);
  }

  /** Counts pending work that partners see, on any storage. Reads no customers, since that leaves audit entries. */
  override async left(): Promise<Left> {
    const answers = this.calls.flatMap(({ answer }) => answer ?? []);
    const pictures = answers.map(async (answer) => {
      if (!('token' in answer)) return false;
      const { documentAnalysis } = await this.read(ANALYSIS, { token: answer.token });
      return documentAnalysis.status === 'ANALYZING';
    });
    const registrations = answers.map(async (answer) => {
      if (!('replayed' in answer) || answer.replayed) return false;
      const { customerRegistration } = await this.read(REGISTRATION, { id: answer.id });
      return customerRegistration.status === 'PENDING_APPROVAL';
    });
    const [analyzing, pending] = [
      (await Promise.all(pictures)).filter(Boolean),
      (await Promise.all(registrations)).filter(Boolean),
    ];
    return {
      ...(analyzing.length > 0 && { 'pictures that are not analysed': analyzing.length }),
      ...(pending.length > 0 && { 'customers who wait for their evaluation': pending.length }),
    };
  }

  protected draw(random: SeededRandom): CustomerOperation {
    const drawn = random.fraction();
    const [look] = random.shuffled(this.looks);
    if (drawn < LOOK_FRACTION && look !== undefined) return look;
    if (drawn < LOOK_FRACTION + PICTURE_FRACTION) return { picture: this.people[0]?.document ?? '' };
    const [operation] = random.shuffled(this.everything);
    if (operation === undefined) throw new Error('There are no persons.');
    return random.fraction() < REUSED_FRACTION ? { ...operation, occupation: WRONG_OCCUPATION } : operation;
  }

  protected requestOf(operation: CustomerOperation): Request {
    const partner = this.site.partners['gama-pay'];
    if ('look' in operation) return { partner, field: undefined, query: LOOK, variables: { document: operation.look } };
    if ('picture' in operation) {
      const input = { documentNumber: operation.picture, image: PIXEL_PNG, documentType: 'SELFIE' };
      return { partner, field: 'submitDocument', query: SUBMIT_DOCUMENT, variables: { input } };
    }
    const { key: idempotencyKey, document: documentNumber, phone, email, occupation } = operation;
    const input = registrationInput({
      ...{ idempotencyKey, documentNumber, email, occupation, phone: { countryCode: '55', number: phone } },
      documentation: this.people.find(({ document }) => document === documentNumber)?.documentation,
    });
    return { partner, field: 'registerCustomer', query: REGISTER, variables: { input } };
  }

  protected answerOf(_: CustomerOperation, data: NonNullable<GraphqlBody['data']>): CustomerAnswer {
    if (data.code !== undefined) return { code: data.code };
    if (data.registration !== undefined) return { id: data.registration.id, replayed: data.replayed };
    return data.analysis === undefined
      ? { customer: data.customer && shown(data.customer) }
      : { token: data.analysis.token };
  }

  protected override eventsOf(operation: CustomerOperation): EventNames | undefined {
    if (!('document' in operation)) return undefined;
    const person = this.people.find(({ document }) => document === operation.document);
    const decision = person?.isReproved === true ? 'CUSTOMER_WAS_REPROVED' : 'CUSTOMER_WAS_APPROVED';
    return { events: ['CUSTOMER_WAS_RECEIVED'], later: [decision] };
  }

  protected stateOf(answers: readonly CustomerAnswer[]) {
    const known = this.people.flatMap(({ document }, index) => {
      const answer = answers[index];
      const customer = answer !== undefined && 'customer' in answer ? answer.customer : null;
      return customer === null ? [] : [[document, { rejected: customer }] as const];
    });
    return { state: Object.fromEntries(known), made: {} };
  }

  protected callsThatCount() {
    return this.calls;
  }

  private read(query: string, variables: object) {
    return read(this.site, this.site.partners['gama-pay'], query, variables);
  }
}

function shown({ status, email, phone }: NonNullable<GraphqlBody['data']>): ShownCustomer {
  return { status, email, phone: phone.number };
}
