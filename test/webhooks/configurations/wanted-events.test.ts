import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CLIENT, configurationInput, newConfiguration } from '../../support/configurations.ts';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { Receiver } from '../../support/receiver.ts';
import { cashIns, expectExactTallies, queueIsEmpty } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const [CLEARED, RECEIVED, TED] = ['PIX_CASH_IN_WAS_CLEARED', 'PIX_CASH_IN_WAS_RECEIVED', 'TED_CASH_IN_WAS_CLEARED'];
const SHOWN = `__typename
  ... on DomainError { code status message }
  ... on InvalidInputError { violations { path message } }`;
const FIELDS = 'configuration { id context eventName eventNames rawEventNames rawContext format signatureSchemes }';
const CREATE = `mutation ($input: CreateWebhookConfigurationInput!) { result: createWebhookConfiguration(input: $input) {
  ${SHOWN} ... on CreateWebhookConfigurationSuccess { ${FIELDS} } } }`;
const UPDATE = `mutation ($input: UpdateWebhookConfigurationInput!) { result: updateWebhookConfiguration(input: $input) {
  ${SHOWN} ... on UpdateWebhookConfigurationSuccess { ${FIELDS} } } }`;
const TAKEN = { code: 'WEBHOOK_CONFIGURATION_ALREADY_EXISTS', status: 409 };

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await sharedGateway();
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

async function create(changes: object) {
  return (await gateway.data({ query: CREATE, variables: { input: configurationInput(changes) }, client: CLIENT }))
    .result;
}

async function update(input: object) {
  return (await gateway.data({ query: UPDATE, variables: { input }, client: CLIENT })).result;
}

describe('a configuration', () => {
  // Runs first, while no configuration has an unreachable endpoint.
  test('receives a message for each of its events, and for no other', async () => {
    const path = `/${randomUUID()}`;
    const input = { uri: receiver.url(path), eventNames: [CLEARED, TED, RECEIVED] };
    const { configuration } = await create(input);
    await cashIns(gateway, 2, { client: CLIENT });
    const names = () => receiver.callsOf(path).map(({ headers }) => String(headers['webhook-event']));
    await eventually(() => Promise.resolve(names().length === 4));
    expect(names().toSorted()).toEqual([CLEARED, CLEARED, RECEIVED, RECEIVED]);
    await update({ configurationId: configuration.id, eventNames: [CLEARED] });
    await cashIns(gateway, 1, { client: CLIENT });
    await eventually(() => Promise.resolve(names().length === 5));
    await queueIsEmpty(gateway);
    expect(names().filter((name) => name === CLEARED)).toHaveLength(3);
    await expectExactTallies(gateway.app.database.entityManager);
    const day = gateway.clock.now().toISOString().slice(0, 10);
    const query = `query ($filter: WebhookMessageFilter!) { webhookMessages(filter: $filter) { totalCount } }`;
    for (const [eventName, count] of [
      [CLEARED, 3],
      [RECEIVED, 2],
    ] as const) {
      const variables = { filter: { startDate: day, endDate: day, eventNames: [eventName] } };
      const { webhookMessages } = await gateway.data({ query, variables, client: CLIENT });
      expect([eventName, webhookMessages.totalCount]).toEqual([eventName, count]);
    }
  });

  test('wants only its eventName, unless eventNames are given', async () => {
    expect(await create({})).toMatchObject({
      configuration: {
        ...{ context: 'PIX', eventName: CLEARED, eventNames: [CLEARED], rawEventNames: [CLEARED], rawContext: 'Pix' },
        ...{ format: 'STANDARD', signatureSchemes: ['V1'] },
      },
    });
  });

  test('wants events of several contexts, in the given order, and shows them in every list', async () => {
    const made = await create({
      eventNames: [TED, CLEARED, RECEIVED],
      format: 'CLOUDEVENTS',
      signatureSchemes: ['V1A', 'V1'],
    });
    const { id } = made.configuration;
    const shown = {
      ...{ id, context: 'PIX', eventName: CLEARED, eventNames: [TED, CLEARED, RECEIVED] },
      ...{ rawEventNames: [TED, CLEARED, RECEIVED], rawContext: 'Pix', format: 'CLOUDEVENTS' },
      signatureSchemes: ['V1', 'V1A'],
    };
    expect(made.configuration).toEqual(shown);
    const fields = FIELDS.replace('configuration', '');
    const query = `query ($id: ID!) { node(id: $id) { ... on WebhookConfiguration ${fields} }
      webhookConfigurations(first: 1) { nodes ${fields} } }`;
    const found = await gateway.data({ query, variables: { id }, client: CLIENT });
    expect(found).toEqual({ node: shown, webhookConfigurations: { nodes: [shown] } });
  });
});

describe('eventNames', () => {
  test.each([
    ['that are empty', []],
    ['without the eventName', [TED]],
    ['with a duplicate', [CLEARED, CLEARED]],
  ])('%s are a violation, at creation and in an update', async (_case, eventNames) => {
    const violations = [
      { path: ['eventNames'], message: `Include ${CLEARED}, the eventName, and give each name once.` },
    ];
    expect(await create({ eventNames })).toMatchObject({ __typename: 'InvalidInputError', violations });
    const id = await newConfiguration(gateway);
    expect(await update({ configurationId: id, eventNames })).toMatchObject({
      __typename: 'InvalidInputError',
      violations,
    });
  });

  test('of one address are each in one configuration only', async () => {
    const uri = receiver.url(`/${randomUUID()}`);
    const one = await create({ uri, eventNames: [CLEARED, TED] });
    expect(await create({ uri, eventName: TED, context: 'TED' })).toMatchObject(TAKEN);
    expect(await create({ uri, eventName: RECEIVED, eventNames: [RECEIVED, CLEARED] })).toMatchObject(TAKEN);
    const two = await create({ uri, eventName: RECEIVED });
    expect(two).toMatchObject({ configuration: { eventNames: [RECEIVED] } });
    expect(await update({ configurationId: two.configuration.id, eventNames: [RECEIVED, TED] })).toMatchObject(TAKEN);
    const other = await create({ uri: receiver.url(`/${randomUUID()}`), eventName: TED, context: 'TED' });
    expect(await update({ configurationId: other.configuration.id, uri })).toMatchObject(TAKEN);
    const changed = await update({ configurationId: one.configuration.id, eventNames: [CLEARED], uri });
    expect(changed).toMatchObject({ configuration: { eventNames: [CLEARED] } });
    const moved = await update({ configurationId: other.configuration.id, uri, eventNames: [TED] });
    expect(moved).toMatchObject({ configuration: { eventNames: [TED] } });
    const freed = await update({ configurationId: one.configuration.id, eventNames: [TED, CLEARED] });
    expect(freed).toMatchObject(TAKEN);
  });

  test('of an unknown context have a raw context, which can be changed', async () => {
    const path = ['rawContext'];
    const other = { context: 'OTHER', eventName: 'OTHER', rawEventNames: ['LOAN_WAS_PAID'], rawContext: 'Loan' };
    const made = await create({ uri: receiver.url(`/${randomUUID()}`), ...other });
    const { id } = made.configuration;
    expect(await update({ configurationId: id, rawContext: 'Loans' })).toMatchObject({
      configuration: { context: 'OTHER', rawContext: 'Loans', rawEventNames: ['LOAN_WAS_PAID'] },
    });
    expect(await update({ configurationId: id, rawEventNames: ['LOAN_WAS_GIVEN'] })).toMatchObject({
      configuration: { rawContext: 'Loans' },
    });
    for (const rawContext of ['', 'Pix', 'x'.repeat(51)])
      expect(await update({ configurationId: id, rawContext })).toMatchObject({ violations: [{ path }] });
    expect(await update({ configurationId: await newConfiguration(gateway), rawContext: 'Loans' })).toMatchObject({
      violations: [{ path }],
    });
  });

  test('require raw names if they include OTHER, and only then', async () => {
    const path = ['rawEventNames'];
    expect(await create({ eventNames: [CLEARED, 'OTHER'] })).toMatchObject({ violations: [{ path }] });
    expect(await create({ rawEventNames: ['A'] })).toMatchObject({ violations: [{ path }] });
    const made = await create({ eventNames: ['OTHER', CLEARED], rawEventNames: ['B', 'A'] });
    const { id } = made.configuration;
    expect(made.configuration).toMatchObject({ rawEventNames: ['B', 'A', CLEARED] });
    expect(await update({ configurationId: id, rawEventNames: ['C'] })).toMatchObject({
      configuration: { rawEventNames: ['C', CLEARED] },
    });
    expect(await update({ configurationId: id, eventNames: [CLEARED, TED] })).toMatchObject({
      configuration: { eventNames: [CLEARED, TED], rawEventNames: [CLEARED, TED] },
    });
    expect(await update({ configurationId: id, eventNames: [CLEARED, 'OTHER'] })).toMatchObject({
      violations: [{ path }],
    });
    expect(await update({ configurationId: id, eventNames: [CLEARED, 'OTHER'], rawEventNames: ['D'] })).toMatchObject({
      configuration: { rawEventNames: [CLEARED, 'D'] },
    });
  });
});

describe('signatureSchemes', () => {
  test.each([
    ['that are empty', []],
    ['with a duplicate', ['V1', 'V1']],
  ])('%s are a violation', async (_case, signatureSchemes) => {
    const violations = [{ path: ['signatureSchemes'], message: 'Give one or more of V1 and V1A, each once.' }];
    expect(await create({ signatureSchemes })).toMatchObject({ violations });
    const id = await newConfiguration(gateway);
    expect(await update({ configurationId: id, signatureSchemes })).toMatchObject({ violations });
  });

  test('and format can be updated, and null leaves them unchanged', async () => {
    const id = await newConfiguration(gateway);
    expect(await update({ configurationId: id, signatureSchemes: ['V1A'], format: 'CLOUDEVENTS' })).toMatchObject({
      configuration: { signatureSchemes: ['V1A'], format: 'CLOUDEVENTS', eventNames: [CLEARED] },
    });
    expect(await update({ configurationId: id, signatureSchemes: null, format: null, eventNames: null })).toMatchObject(
      {
        configuration: { signatureSchemes: ['V1A'], format: 'CLOUDEVENTS', eventNames: [CLEARED] },
      },
    );
    expect(await create({ signatureSchemes: null, format: null, eventNames: null })).toMatchObject({
      configuration: { signatureSchemes: ['V1'], format: 'STANDARD', eventNames: [CLEARED] },
    });
  });
});
