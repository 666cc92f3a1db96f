import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { configurationInput, CREATE_CONFIGURATION } from '../../support/configurations.ts';
import { lastDays } from '../../support/days.ts';
import { eventually } from '../../support/gateway.ts';
import { GatewayProcess, TemporaryFolders } from '../../support/gateway-process.ts';
import { buildServer, TestProcess } from '../../support/process.ts';
import { answering, Receiver } from '../../support/receiver.ts';
import { copyOfWorld } from '../../support/temporary-folders.ts';

const TIMEOUT_MS = 240_000;
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const folders = new TemporaryFolders();
let receiver: Receiver;

beforeAll(async () => {
  [receiver] = await Promise.all([Receiver.start(), buildServer()]);
}, TIMEOUT_MS);
afterAll(async () => {
  await receiver.stop();
  await TestProcess.endAll();
  folders.remove();
});

const MESSAGES = `query ($filter: WebhookMessageFilter!) {
  webhookMessages(first: 1, filter: $filter) { nodes { state nextAttemptAt } } }`;
const LAST_EVENTS = `query ($after: String) {
  webhookEvents(first: 100, after: $after) { nodes { entityId } pageInfo { endCursor } } }`;
const POCKETS = '{ paymentAccount(number: "200001") { pockets(first: 5) { nodes { number } } } }';

test(
  'a failed message is retried on time after the clock was set back an hour, and shows when',
  async () => {
    const clockFile = join(folders.make(), 'clock');
    const gateway = await GatewayProcess.start({
      ...{ NODE_OPTIONS: `--import ${pathToFileURL('test/faults/stepping-clock.mjs').href}`, CLOCK_FILE: clockFile },
      ...{ DATA_DIR: copyOfWorld(folders), SANDBOX: 'true', WEBHOOK_RETRY_SECONDS: '30' },
      // The circuit breaker of the endpoint opens too.
      ...{ WEBHOOK_BREAKER_FAILURES: '1', WEBHOOK_BREAKER_SECONDS: '10' },
    });
    receiver.answer('/failing', answering(500));
    const target = { uri: receiver.url('/failing'), context: 'POCKET', eventName: 'POCKET_ACCOUNT_WAS_CREATED' };
    await gateway.ask(CREATE_CONFIGURATION, { input: configurationInput(target) });
    await gateway.createPocket(crypto.randomUUID(), '200001');
    const filter = { ...lastDays(), eventName: 'POCKET_ACCOUNT_WAS_CREATED' };
    const nextAttempt = async () => (await gateway.ask(MESSAGES, { filter })).webhookMessages.nodes[0]?.nextAttemptAt;
    const before = await eventually(nextAttempt);
    receiver.answer('/failing', answering(204));
    writeFileSync(clockFile, `1 -${HOUR_MS}`);
    gateway.process.send('SIGUSR2');
    await gateway.process.says(/clock step 1 is taken/);
    await gateway.process.says(/the clock of the database was set back/);
    // Null once it has been sent.
    const after = (await nextAttempt()) ?? new Date(0).toISOString();
    expect(Date.parse(before) - Date.parse(after)).toBeGreaterThan(HOUR_MS - 60_000);
    await eventually(() => Promise.resolve(receiver.callsOf('/failing').length > 1));
  },
  TIMEOUT_MS,
);

test(
  'a gateway whose clock was a year ahead at its first start also starts once the clock is right',
  async () => {
    const environment = { DATA_DIR: folders.make(), SANDBOX: 'true' };
    const ahead = await GatewayProcess.start({
      ...environment,
      NODE_OPTIONS: `--import ${pathToFileURL('test/faults/stepping-clock.mjs').href}`,
      CLOCK_AHEAD_MS: String(YEAR_MS),
    });
    const first = await ahead.createPocket(crypto.randomUUID(), '200001');
    const { endCursor } = (await ahead.ask(LAST_EVENTS)).webhookEvents.pageInfo;
    await ahead.process.end('SIGTERM');
    const right = await GatewayProcess.start(environment);
    const second = await right.createPocket(crypto.randomUUID(), '200001');
    await eventually(async () => {
      const nodes: readonly { entityId: string }[] = (await right.ask(LAST_EVENTS, { after: endCursor })).webhookEvents
        .nodes;
      return nodes.some(({ entityId }) => entityId === second.number);
    });
    const pockets: readonly { number: string }[] = (await right.ask(POCKETS)).paymentAccount.pockets.nodes;
    expect(pockets.map(({ number }) => number).toSorted()).toEqual([first.number, second.number].toSorted());
  },
  TIMEOUT_MS,
);
