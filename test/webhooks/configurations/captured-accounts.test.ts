import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cashInInput, simulateForSure } from '../../support/cash-ins.ts';
import { createConfiguration, newConfiguration, updateConfiguration } from '../../support/configurations.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { answering, Receiver } from '../../support/receiver.ts';
import { progressOf, reprocessByFilter } from '../../support/reprocessing.ts';
import { queueIsEmpty } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

/** The client of most tests, and another one whose account has another number. */
const [OWN, OTHER] = ['acme-pay', 'beta-pay'];

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  // What fails is not tried again while a test runs.
  gateway = await Gateway.start({ environment: { WEBHOOK_RETRY_SECONDS: '3600' } });
  await forgetThePast(gateway.app.database);
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

interface Endpoint {
  readonly id: string;
  readonly path: string;
}

async function endpoint(changes: object, client = OWN): Promise<Endpoint> {
  const path = `/${randomUUID()}`;
  return { id: await newConfiguration(gateway, { uri: receiver.url(path), ...changes }, { client }), path };
}

const cashIn = (accountNumber: string, client = OWN) =>
  simulateForSure(gateway, cashInInput({ accountNumber }), { client });

/** Returns the numbers of accounts that the bodies at an endpoint are about, sorted. */
function accountsAt({ path }: Endpoint): readonly unknown[] {
  return receiver
    .callsOf(path)
    .map(({ body }) => (JSON.parse(body.toString()) as { data: { account: { number: unknown } } }).data.account.number)
    .toSorted();
}

const SHOWN = 'id accountNumbers entityIds';

async function listed(filter: object): Promise<readonly unknown[]> {
  const query = `query ($filter: WebhookConfigurationFilter) {
    webhookConfigurations(filter: $filter, first: 100) { totalCount nodes { ${SHOWN} } } }`;
  const { webhookConfigurations } = await gateway.data({ query, variables: { filter }, client: OWN });
  expect(webhookConfigurations.totalCount).toBe(webhookConfigurations.nodes.length);
  return webhookConfigurations.nodes;
}

describe('a configuration with accounts or entities', () => {
  test('captures only their events, those of its partner alone, and from a change on those of others', async () => {
    const first = await endpoint({ accountNumbers: ['200001'] });
    const both = await endpoint({ accountNumbers: ['200002', '200001'] });
    const all = await endpoint({});
    const unknown = await endpoint({ accountNumbers: ['999999', '300001'] });
    const entity = await endpoint({ accountNumbers: ['200001'], entityIds: [randomUUID()] });
    const foreign = await endpoint({ accountNumbers: ['200001'] }, OTHER);
    const foreignAll = await endpoint({ accountNumbers: ['300001'] }, OTHER);
    await Promise.all([cashIn('200001'), cashIn('200002'), cashIn('300001', OTHER)]);
    await eventually(() => Promise.resolve(accountsAt(all).length === 2 && accountsAt(foreignAll).length === 1));
    await queueIsEmpty(gateway);
    expect([first, both, all, unknown, entity, foreign, foreignAll].map(accountsAt)).toEqual([
      ['200001'],
      ...[['200001', '200002'], ['200001', '200002'], [], [], []],
      ['300001'],
    ]);
    await updateConfiguration(gateway, { configurationId: first.id, accountNumbers: ['200002'] }, { client: OWN });
    await updateConfiguration(gateway, { configurationId: unknown.id, accountNumbers: [] }, { client: OWN });
    await Promise.all([cashIn('200001'), cashIn('200002')]);
    await eventually(() => Promise.resolve(accountsAt(all).length === 4 && accountsAt(unknown).length === 2));
    await queueIsEmpty(gateway);
    expect([first, unknown].map(accountsAt)).toEqual([
      ['200001', '200002'],
      ['200001', '200002'],
    ]);
  });

  test('shows them, and is found by them, by its events and by its address', async () => {
    const [number, entityId] = [randomUUID(), randomUUID()];
    const { id } = await endpoint({ accountNumbers: [number, '200001'], entityIds: [entityId] });
    const shown = { id, accountNumbers: [number, '200001'], entityIds: [entityId] };
    const { webhookConfiguration } = await gateway.data({
      ...{
        query: `query ($id: ID!) { webhookConfiguration(id: $id) { ${SHOWN} uri } }`,
        variables: { id },
        client: OWN,
      },
    });
    expect(webhookConfiguration).toMatchObject(shown);
    const { uri } = webhookConfiguration;
    for (const filter of [
      ...[{ accountNumbers: [number, 'absent'] }, { entityIds: [entityId] }, { uri }],
      { uri, status: 'ENABLED', eventNames: ['PIX_CASH_IN_WAS_CLEARED', 'OTHER'], accountNumbers: ['200001'] },
    ])
      expect([filter, await listed(filter)]).toEqual([filter, [shown]]);
    for (const filter of [
      { accountNumbers: ['absent'] },
      { uri, eventNames: ['OTHER'] },
      { uri: 'https://a.example/\0' },
    ])
      expect([filter, await listed(filter)]).toEqual([filter, []]);
    expect(await listed({ uri, accountNumbers: [], entityIds: [], eventNames: [] })).toEqual([shown]);
  });

  test.each([
    ['accountNumbers', ['200001', '200001']],
    ['accountNumbers', ['']],
    ['entityIds', ['x'.repeat(101)]],
    ['entityIds', Array.from({ length: 101 }, (_, nth) => `entity-${nth}`)],
    ['entityIds', ['\0']],
  ])('is refused with wrong %s: %j', async (member, value) => {
    for (const refused of [
      await createConfiguration(gateway, { [member]: value }, { client: OWN }),
      await updateConfiguration(gateway, { configurationId: randomUUID(), [member]: value }, { client: OWN }),
    ])
      expect(refused).toMatchObject({ code: 'INVALID_PARAMETER', violations: [{ path: [member] }] });
  });
});

test('all that failed at one endpoint since an instant is sent again by one call, with a dry run', async () => {
  const [mine, other] = [await endpoint({}), await endpoint({})];
  for (const { path } of [mine, other]) receiver.answer(path, answering(400));
  const failed = async (filter: object): Promise<number> => {
    const query = 'query ($filter: WebhookMessageFilter!) { webhookMessages(filter: $filter) { totalCount } }';
    const { webhookMessages } = await gateway.data({ query, variables: { filter }, client: OWN });
    return webhookMessages.totalCount;
  };
  const began = new Date(gateway.clock.now().getTime() - 60_000).toISOString();
  const wanted = { configurationIds: [mine.id], states: ['FAILED'] };
  const ofBoth = { ...wanted, configurationIds: [mine.id, other.id], since: began };
  await cashIn('200001');
  await eventually(async () => (await failed(ofBoth)) === 2);
  const filter = { ...wanted, since: gateway.clock.now().toISOString() };
  await Promise.all([cashIn('200001'), cashIn('200002')]);
  await eventually(async () => (await failed(ofBoth)) === 6);
  for (const { path } of [mine, other]) receiver.answer(path, answering(204));
  const dry = await reprocessByFilter(gateway, { filter, dryRun: true }, { client: OWN });
  expect(dry).toMatchObject({ matched: 2, reprocessing: null });
  const { matched, reprocessing } = await reprocessByFilter(gateway, { filter }, { client: OWN });
  expect(matched).toBe(2);
  await eventually(async () => (await progressOf(gateway, reprocessing.id, { client: OWN })).finishedAt !== null);
  expect(await progressOf(gateway, reprocessing.id, { client: OWN })).toMatchObject({ requeued: 2, refused: 0 });
  await eventually(async () => (await failed(filter)) === 0);
  expect(receiver.callsOf(mine.path)).toHaveLength(5);
  expect(receiver.callsOf(other.path)).toHaveLength(3);
  expect(await failed(ofBoth)).toBe(4);
});
