import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readConfig } from '../../../src/config/config.ts';
import { entities, migrations } from '../../../src/capabilities.ts';
import { openDatabase } from '../../../src/platform/open-database.ts';
import { newCpf } from '../../support/customers.ts';
import { GatewayProcess } from '../../support/gateway-process.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { buildServer, TestProcess } from '../../support/process.ts';

/** Customers of each mutation, and after how many answers the gateway is killed. */
const CUSTOMERS = 16;
const ANSWERED_MAX = 6;
const TEST_TIMEOUT_MS = 300_000;

let world: OwnWorld;

beforeAll(async () => {
  world = await OwnWorld.make();
  await buildServer();
});
afterAll(async () => {
  await TestProcess.endAll();
  await world.remove();
});

/** Runs SQL while no process has the database open. */
async function query<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
  const { databaseUrl: url, dataDirectory } = readConfig({ ...world.environment });
  const opened = await openDatabase({ url, dataDirectory, poolSize: 2, entities, migrations });
  try {
    return await opened.entityManager.getConnection().execute<Row[]>(text, [...values]);
  } finally {
    await opened.close();
  }
}

/** Stores persons like a seeded one, each with a holder and, if it is wanted, an account. */
const LIKE_A_SEEDED_ONE = `
  with person as (
    select document, nth, gen_random_uuid() as registration, gen_random_uuid() as holder
    from jsonb_array_elements_text(?::jsonb) with ordinality as given (document, nth)
  ), seeded as (
    select customer.registration_id as registration, account as account, holder as holder
    from customer join holder on holder.document_value = customer.document_number
    join payment_account as account on account.holder_id = holder.id
    where customer.document_number = '10020030169' and account.number = '200001'
  ), registered as (
    insert into customer_registration
      (id, partner_id, document_number, status, reasons, correlation_id, received_at, decided_at)
    select registration, 'ACME_PAY', document, ?::customer_status, '{}', gen_random_uuid(), now(), now() from person
  ), stated as (
    insert into customer_record
    select (jsonb_populate_record(record, jsonb_build_object('registration_id', person.registration,
      'phone_e164', '+55' || person.document, 'email', person.document || '@example.com'))).*
    from person, seeded join customer_record as record on record.registration_id = seeded.registration
  ), known as (
    insert into customer (id, partner_id, document_number, status, registration_id, created_at)
    select gen_random_uuid(), 'ACME_PAY', document, ?::customer_status, registration, now() from person
  ), holding as (
    insert into holder
    select (jsonb_populate_record(seeded.holder,
      jsonb_build_object('id', person.holder, 'document_value', person.document))).*
    from person, seeded
  )
  insert into payment_account
  select (jsonb_populate_record(seeded.account, jsonb_build_object('id', gen_random_uuid(), 'holder_id', person.holder,
    'number', person.document))).*
  from person, seeded where ?::boolean`;

/** Counts the events of each name for each entity, numbered or not. */
const EVENTS = `
  select entity_id as "entityId", count(*)::integer as events from (
    select entity_id, name from event union all select entity_id, name from outbox
  ) as recorded where name = ?::event_name group by entity_id`;

const isDone = (condition: string) => `
  select customer.document_number as "entityId" from customer
  join customer_registration as registration on registration.id = customer.registration_id
  join customer_record as record on record.registration_id = customer.registration_id
  left join payment_account as account on account.number = customer.document_number
  where ${condition}`;

test.each([
  {
    mutation: 'closePaymentAccount',
    input: (accountNumber: string) => ({ accountNumber }),
    event: 'ACCOUNT_WAS_CLOSED',
    done: isDone(`account.status = 'CLOSED'`),
  },
  {
    mutation: 'updateCustomer',
    input: (documentNumber: string) => ({
      documentNumber,
      socialName: 'Mia',
      email: `new-${documentNumber}@example.com`,
    }),
    event: 'CUSTOMER_WAS_UPDATED',
    done: isDone(`record.social_name = 'Mia' and exists (
      select from customer_contact as contact where contact.customer_id = customer.id and contact.value = record.email
    ) and exists (select from customer_former_record as former where former.registration_id = registration.id)`),
  },
  {
    mutation: 'cancelCustomer',
    input: (documentNumber: string) => ({ documentNumber }),
    event: 'CUSTOMER_WAS_CANCELED',
    done: isDone(`customer.status = 'CANCELED'`),
    hasAccount: false,
  },
  {
    mutation: 'requestDetailedAnalysis',
    input: (documentNumber: string) => ({ documentNumber }),
    event: 'CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED',
    done: isDone(`customer.pending_registration_id = registration.id and registration.detailed_due_at is not null`),
    status: 'REPROVED',
  },
])(
  'a gateway that is killed during $mutation has done it with its event, or not at all',
  async ({ mutation, input, event, done, hasAccount = true, status = 'APPROVED' }) => {
    const documents = Array.from({ length: CUSTOMERS }, newCpf);
    await query(LIKE_A_SEEDED_ONE, [JSON.stringify(documents), status, status, hasAccount]);
    const name = mutation.charAt(0).toUpperCase() + mutation.slice(1);
    const document = `mutation ($input: ${name}Input!) { ${mutation}(input: $input) { ... on ${name}Success { changed } } }`;
    const changes = new Map<string, number>();
    const send = async (gateway: GatewayProcess, subject: string) => {
      const data = await gateway.ask(document, { input: input(subject) });
      if (data[mutation].changed === true) changes.set(subject, (changes.get(subject) ?? 0) + 1);
      return data[mutation].changed;
    };
    const doneOf = async () =>
      (await query<{ entityId: string }>(done, []))
        .map(({ entityId }) => entityId)
        .filter((one) => documents.includes(one))
        .toSorted();
    const eventsOf = async () =>
      (await query<{ entityId: string; events: number }>(EVENTS, [event]))
        .filter(({ entityId }) => documents.includes(entityId))
        .toSorted((one, other) => (one.entityId < other.entityId ? -1 : 1));

    const killed = await GatewayProcess.start(world.environment);
    let answered = 0;
    await Promise.allSettled(
      documents.map(async (subject) => {
        await send(killed, subject);
        answered += 1;
        if (answered === ANSWERED_MAX) killed.process.send('SIGKILL');
      }),
    );
    await killed.process.ended;
    const half = await doneOf();
    expect(await eventsOf()).toEqual(half.map((entityId) => ({ entityId, events: 1 })));
    expect([...changes.keys()].filter((subject) => !half.includes(subject))).toEqual([]);

    const again = await GatewayProcess.start(world.environment);
    for (const subject of documents)
      expect([subject, await send(again, subject)]).toEqual([subject, !half.includes(subject)]);
    await again.process.end('SIGTERM');
    const all = documents.toSorted();
    expect(await doneOf()).toEqual(all);
    expect(await eventsOf()).toEqual(all.map((entityId) => ({ entityId, events: 1 })));
  },
  TEST_TIMEOUT_MS,
);
