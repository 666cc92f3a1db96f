import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { lastDays } from '../../support/days.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { Receiver } from '../../support/receiver.ts';
import { copyOfWorld, TemporaryFolders } from '../../support/temporary-folders.ts';
import { TestDatabases } from '../../support/test-database.ts';
import { cashIns, createConfiguration } from '../../support/webhooks.ts';

const HOUR_SECONDS = 3_600;
const CASH_INS = 5;
const PAGE = `query ($filter: WebhookMessageFilter!) {
  webhookMessages(first: 100, filter: $filter) { nodes { destination elapsedEventCapture elapsedHttpCall } } }`;

const databases = new TestDatabases();
const folders = new TemporaryFolders();
let receiver: Receiver;
const gateways: Gateway[] = [];

beforeAll(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.stop();
  await databases.drop();
});
afterAll(async () => {
  await receiver.stop();
  folders.remove();
});

async function start(environment: Readonly<Record<string, string>>): Promise<Gateway> {
  const gateway = await Gateway.start({ environment });
  gateways.push(gateway);
  return gateway;
}

/** Searches a whole day on either side, since the clocks of the processes differ. */
async function durationsTo(gateway: Gateway, destination: string) {
  const filter = lastDays(gateway.clock.now().getTime());
  const { webhookMessages } = await gateway.data({ query: PAGE, variables: { filter } });
  const nodes: Readonly<Record<string, string>>[] = webhookMessages.nodes;
  return nodes.filter((node) => node['destination'] === destination);
}

describe('the time from an event to its capture', () => {
  test.each([
    ['an hour ahead of', HOUR_SECONDS],
    ['an hour behind', -HOUR_SECONDS],
  ])('is measured by one clock when the recording process is %s the capturing one', async (_how, aheadSeconds) => {
    const url = await databases.createWithWorld();
    const environment = { DATA_DIR: copyOfWorld(folders), ...(url !== undefined && { DATABASE_URL: url }) };
    const uri = receiver.url(`/${aheadSeconds}`);
    const recording = await start({ ...environment, ROLES: 'api' });
    await createConfiguration(recording, { uri });
    recording.clock.advance(aheadSeconds);
    recording.forgetTokens();
    const began = performance.now();
    await cashIns(recording, CASH_INS);
    await gateways.pop()?.stop();
    const capturing = await start(environment);
    const shown = await eventually(async () => {
      const found = await durationsTo(capturing, uri);
      return found.length === CASH_INS && found;
    });
    const livedSeconds = (performance.now() - began) / 1_000;
    for (const { elapsedEventCapture = '' } of shown) {
      const [hours, minutes, seconds = ''] = elapsedEventCapture.split(':');
      expect([hours, minutes]).toEqual(['00', expect.stringMatching(/^\d\d$/)]);
      expect(Number(minutes) * 60 + Number(seconds)).toBeLessThanOrEqual(livedSeconds);
    }
  });
});
