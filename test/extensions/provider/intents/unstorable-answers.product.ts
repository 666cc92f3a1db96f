import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../../../support/gateway.ts';
import { CREATE_POCKET, createPocket, pocketInput } from '../../../support/pockets.ts';
import { bodyOf, logged, taken } from '../events/provider-events.ts';
import { answer, BeforeAnother } from './before-another.ts';

const USER = { name: 'Ana Exemplo', document: { value: '10020030592', type: 'CPF' }, birthDate: '1990-01-31' };
const ACCOUNT = '200001';
/** After how long an event is logged without its subject. */
const DAY_SECONDS = 86_400;
const BEFORE_LISTS_ARE_READ_AGAIN_SECONDS = 31;

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start();
});
afterAll(() => before.stop());

function providerPocket(changes: object = {}) {
  return {
    ...{ number: `${ACCOUNT}${randomInt(1_000_000_000)}BRL`, label: `Trip ${randomUUID()}`, currency: 'BRL' },
    ...{ status: 'ACTIVE', reason: 'HOLDER_REQUEST', category: 'POCKET', useCase: 'CORPORATE_EXPENSES', user: USER },
    ...{ createdAt: before.gateway.clock.now().toISOString(), account: { number: ACCOUNT }, ...changes },
  };
}

const byNumber = async (number: string, client = 'acme-pay') => {
  const query = 'query ($number: String!) { pocket(number: $number) { number label user { name } } }';
  return (await before.gateway.ask({ query, variables: { number }, client })).body;
};

/** Characters that PostgreSQL does not accept are shown as U+FFFD. */
const ODD_NAME = 'Ana\0Exemplo \ud800';
const SHOWN_NAME = 'Ana\ufffdExemplo \ufffd';

test('a pocket whose user has a name that cannot be stored is made, and shown', async () => {
  const pocket = providerPocket({ user: { ...USER, name: ODD_NAME } });
  before.answering(201, { data: pocket });
  expect(await createPocket(before.gateway, pocketInput({ user: USER, label: pocket.label }))).toMatchObject({
    __typename: 'CreatePocketSuccess',
    pocket: { number: pocket.number, user: { name: SHOWN_NAME } },
  });
});

test('a pocket that is read with a name and metadata that cannot be stored is shown', async () => {
  const pocket = providerPocket({ user: { ...USER, name: ODD_NAME } });
  before.answering(200, { data: pocket, metadata: { [ODD_NAME]: ODD_NAME } });
  expect(await byNumber(pocket.number)).toMatchObject({ data: { pocket: { user: { name: SHOWN_NAME } } } });
});

test.each([
  ['does not end with its currency', () => `${ACCOUNT}${randomInt(1_000_000_000)}`],
  [
    'is too long',
    () =>
      Array.from({ length: 900 }, () => randomUUID())
        .join('')
        .concat('BRL'),
  ],
])('a pocket whose number %s decides nothing, and its intent is resumed', async (_what, numberOf) => {
  const pocket = providerPocket();
  const input = pocketInput({ user: USER, label: pocket.label });
  const request = { query: CREATE_POCKET, variables: { input } };
  before.answering(201, { data: { ...pocket, number: numberOf() } });
  const { status, body } = await before.gateway.ask(request);
  expect([status, body.errors?.[0]?.extensions]).toMatchObject([
    503,
    { code: 'SERVICE_UNAVAILABLE', outcome: { state: 'RUNNING' } },
  ]);
  before.answering(201, { data: pocket });
  before.gateway.clock.advance(2);
  const made = await eventually(async () => {
    const { body: again } = await before.gateway.ask(request);
    return again.errors === undefined && again.data?.createPocket;
  });
  expect(made).toMatchObject({ __typename: 'CreatePocketSuccess', pocket: { number: pocket.number } });
});

test("a number that is another partner's pocket too is each one's own", async () => {
  const pocket = providerPocket();
  before.answering(200, { data: pocket });
  expect(await byNumber(pocket.number)).toMatchObject({ data: { pocket: { label: pocket.label } } });
  const label = 'Of another partner';
  before.answering(200, { data: { ...pocket, label, account: { number: '300001' } } });
  expect(await byNumber(pocket.number, 'beta-pay')).toMatchObject({ data: { pocket: { label } } });
  expect(await byNumber(pocket.number)).toMatchObject({ data: { pocket: { label: pocket.label } } });
});

test('a pocket that the provider lists twice is listed once', async () => {
  const pocket = providerPocket();
  before.gateway.clock.advance(BEFORE_LISTS_ARE_READ_AGAIN_SECONDS);
  before.double.answer = ({ path }, response) => {
    if (path.endsWith('/pockets')) answer(response, 200, { data: [pocket, pocket] });
    else answer(response, 500, '');
  };
  const query = `{ paymentAccount(number: "${ACCOUNT}") { pockets(first: 100) { nodes { number } } } }`;
  const { paymentAccount } = await before.gateway.data({ query });
  const nodes: readonly { readonly number: string }[] = paymentAccount.pockets.nodes;
  expect(nodes.filter(({ number }) => number === pocket.number)).toHaveLength(1);
});

test('the event of a pocket does not occur later than it is recorded, whatever the clock of the provider says', async () => {
  const createdAt = '9999-12-31T23:59:59.999Z';
  const pocket = providerPocket({ createdAt });
  before.answering(201, { data: pocket });
  const made = await createPocket(before.gateway, pocketInput({ user: USER, label: pocket.label }));
  expect(made).toMatchObject({ pocket: { createdAt } });
  const nodes = 'nodes { occurredAt payload }';
  const query = `query ($ids: [String!]) { webhookEvents(first: 1, filter: { entityIds: $ids }) { ${nodes} } }`;
  const event = await eventually(async () => {
    const { webhookEvents } = await before.gateway.data({ query, variables: { ids: [pocket.number] } });
    return webhookEvents.nodes[0];
  });
  expect(Date.parse(event.occurredAt)).toBeLessThanOrEqual(before.gateway.clock.now().getTime());
  expect(event.payload).toMatchObject({ timestamp: event.occurredAt, data: { createdAt } });
});

test('an event of a pocket that cannot be stored is logged without it after a day', async () => {
  const entityId = `${ACCOUNT}${randomInt(1_000_000_000)}`;
  before.answering(200, { data: providerPocket({ number: entityId }) });
  const name = 'POCKET_ACCOUNT_WAS_CREATED';
  await taken(before.gateway, bodyOf(before.gateway, { name, context: 'Pocket', entityId }));
  before.gateway.clock.advance(DAY_SECONDS);
  before.gateway.forgetTokens();
  const event = await eventually(async () => {
    before.gateway.clock.advance(1);
    return (await logged(before.gateway, entityId)).at(-1);
  });
  expect(event).toMatchObject({ __typename: 'OtherEvent', name });
});
