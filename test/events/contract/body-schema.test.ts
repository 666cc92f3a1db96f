import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { shownEvents } from '../../../src/capabilities.ts';
import { bodySchema, sampleBody } from '../../../src/events/contract/body-schema.ts';
import { envelopeSchema, sampleEnvelopes } from '../../../src/events/contract/envelope.value.ts';
import { cashInInput, simulateCashIn } from '../../support/cash-ins.ts';
import { deleteConfiguration, newConfiguration } from '../../support/configurations.ts';
import { decided, goodInput, openAccount } from '../../support/customers.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { changeAccount, deleteEntry, expectRegistered } from '../../support/pix.ts';
import { closePocket, CREATE_POCKET, pocketInput } from '../../support/pockets.ts';

interface ShownPayload {
  readonly name: string;
  readonly payload: object;
}

const definitions = shownEvents.map(({ definition }) => definition);
const ajv = formats.default(new Ajv2020({ strict: true, allowUnionTypes: true }));
const checks = new Map(definitions.map((event) => [event.name, ajv.compile(bodySchema(event))]));

/** Returns the errors by the event's schema; an empty list if the body is valid. */
function problemsOf(name: string, body: object): unknown {
  const check = checks.get(name);
  if (check === undefined) throw new Error(`${name} has no schema.`);
  check(body);
  return check.errors ?? [];
}

/** How long to wait for the events that the test causes. */
const WAIT_MS = 20_000;

/** Returns the names of the events that are not among these. */
function lackingOf(events: readonly ShownPayload[]): string[] {
  return definitions.map(({ name }) => name).filter((name) => !events.some((event) => event.name === name));
}

/** Looks until what is found is enough, or until the wait is over; then returns what there is. */
async function lookUntil<Found>(look: () => Promise<Found>, isEnough: (found: Found) => boolean): Promise<Found> {
  const until = performance.now() + WAIT_MS;
  return eventually(async () => {
    const found = await look();
    return isEnough(found) || performance.now() > until ? found : undefined;
  });
}

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());

/** Moves money into a pocket and back, where books are kept. */
async function moveMoney(pocketNumber: string): Promise<void> {
  if (!definitions.some(({ name }) => name === 'POCKET_ACCOUNT_SAVING_WAS_COMPLETED')) return;
  await simulateCashIn(gateway, cashInInput());
  for (const mutation of ['saveToPocket', 'redeemFromPocket'])
    await gateway.data({
      query: `mutation { ${mutation}(input: {
        idempotencyKey: "${randomUUID()}", pocketNumber: "${pocketNumber}", amount: "1.00", currency: "BRL"
      }) { __typename } }`,
    });
}

/** Changes and cancels customers, has one analysed in detail, and closes an account. */
async function endAndChange(): Promise<void> {
  const [approved, rejected] = await Promise.all(
    [{}, { documentNumber: '99900000188' }].map(async (changes) => {
      const input = await goodInput(gateway, changes);
      await decided(gateway, input);
      return input.documentNumber;
    }),
  );
  const { account } = await openAccount(gateway, approved ?? '');
  await gateway.data({
    query: `mutation {
      closePaymentAccount(input: { accountNumber: "${account.number}" }) { __typename }
      updateCustomer(input: { documentNumber: "${approved ?? ''}", socialName: "Mia" }) { __typename }
      cancelCustomer(input: { documentNumber: "${approved ?? ''}" }) { __typename }
      requestDetailedAnalysis(input: { documentNumber: "${rejected ?? ''}" }) { __typename }
    }`,
  });
}

describe('the JSON Schema of a body', () => {
  test.each(definitions)('of $name accepts its sample, and no sample of another event', (event) => {
    expect(problemsOf(event.name, sampleBody(event))).toEqual([]);
    for (const other of definitions.filter(({ name }) => name !== event.name))
      expect(problemsOf(event.name, sampleBody(other))).not.toEqual([]);
  });

  test.each(definitions)('of $name in envelopes accepts its sample', (event) => {
    const check = ajv.compile(envelopeSchema(event));
    const [sample] = JSON.parse(sampleEnvelopes(event)) as [object];
    check(sample);
    expect(check.errors ?? []).toEqual([]);
  });

  test('accepts the recorded body of every event', async () => {
    const { webhookEventsCursor: after } = await gateway.data({ query: '{ webhookEventsCursor }' });
    const { createPocket } = await gateway.data({
      query: CREATE_POCKET,
      variables: { input: pocketInput({ metadata: { team: 'a' } }) },
    });
    await moveMoney(createPocket.pocket.number);
    await closePocket(gateway, { pocketNumber: createPocket.pocket.number });
    const { addressingKey } = await expectRegistered(gateway, { key: { type: 'EVP' }, number: '200001' });
    await deleteEntry(gateway, { key: addressingKey.value });
    await changeAccount(gateway, { key: '10020030320', number: '200003' });
    for (const rail of ['PIX', 'TED']) await simulateCashIn(gateway, cashInInput({ rail }));
    await openAccount(gateway, '10020030169');
    await endAndChange();
    await deleteConfiguration(gateway, await newConfiguration(gateway, {}, { client: 'acme-pay' }), {
      client: 'acme-pay',
    });
    const all = `query ($after: String) { webhookEvents(first: 100, after: $after) { nodes {
      name payload
      ... on AccountWasClosedEvent { account { status } }
      ... on WebhookConfigurationWasChangedEvent { configuration { status } }
      ... on CustomerWasUpdatedEvent { registration { status } }
      ... on CustomerWasCanceledEvent { registration { status } }
      ... on CustomerDetailedAnalysisWasRequestedEvent { registration { status } }
    } } }`;
    const shown = async (variables: object) =>
      (await gateway.data({ query: all, variables })).webhookEvents.nodes as ShownPayload[];
    const world = await shown({});
    // Those of customers are in the sandbox world already; all others are caused above.
    const ofCustomers = world.filter(({ name }) => name.startsWith('CUSTOMER_'));
    const events = await lookUntil(
      async () => [...ofCustomers, ...(await shown({ after }))],
      (found) => lackingOf(found).length === 0,
    );
    expect(lackingOf(events).map((name) => `${name} was not recorded: cause it in this test`)).toEqual([]);
    for (const { name, payload } of [...world, ...events]) {
      expect(problemsOf(name, payload)).toEqual([]);
      // The body has no members that the schema does not describe.
      const definition = definitions.find((event) => event.name === name);
      const data = (payload as { data: object }).data;
      expect(Object.keys(data).sort()).toEqual(Object.keys(definition?.data ?? {}).sort());
    }
  });
});
