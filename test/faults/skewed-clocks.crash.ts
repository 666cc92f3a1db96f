import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/gateway.ts';
import { CREATE_TOTP, VALIDATE_TOTP } from '../support/pix.ts';
import { CREATE_POCKET, pocketInput } from '../support/pockets.ts';
import { buildServer, TestProcess } from '../support/process.ts';
import { TestSocket } from '../support/socket.ts';
import { serverUrl } from '../support/test-database.ts';
import { FAKETIME, sequencesOf, TwoClocks } from './two-clocks.ts';

/** How long both processes run; SKEW_MINUTES=10 is the long run. */
const LIFE_MS = Number(process.env['SKEW_MINUTES'] ?? 0.1) * 60_000;
const TIMEOUT_MS = 180_000 + 2 * LIFE_MS;
const PAUSE_MS = 100;
const PATHS = ['/plain', '/failing', '/slow'];
/** Instants are of the database's clock, which is the test's, too: a process knows it within half a round trip. */
const OFF_MS_MAX = 1_000;
const DURATION = /^\d{2}:\d{2}:\d{2}\.\d{7}$/;

const MESSAGE =
  'id state sentDate nextAttemptAt elapsedEventCapture elapsedHttpCall attempts { at elapsedHttpCall error }';
const MESSAGES = `query ($filter: WebhookMessageFilter!, $after: String) {
  webhookMessages(first: 100, after: $after, filter: $filter) {
    totalCount nodes { ${MESSAGE} event { occurredAt } } pageInfo { hasNextPage endCursor } } }`;
const EVENTS = `query ($after: String) {
  webhookEvents(first: 4, after: $after) {
    nodes { id cursor occurredAt entityId messages { ${MESSAGE} } } pageInfo { hasNextPage endCursor } } }`;
const CONFIGURATIONS = `query ($today: SearchDate!) {
  webhookConfigurations(first: 100) { nodes { breaker { state openedAt nextProbeAt heldCount }
    deliveryStats(startDate: $today, endDate: $today) { sent succeeded failed p50 p95 } } } }`;
const LIVE_EVENTS = 'subscription ($after: String) { webhookEvents(after: $after) { id cursor occurredAt } }';
const LIVE_MESSAGES = `subscription { webhookMessages { ${MESSAGE} } }`;

const inSkew = serverUrl === undefined || FAKETIME === undefined ? describe.skip : describe;
const lacking = FAKETIME === undefined ? ', for which faketime is not installed' : '';

const day = (instant: Date) => instant.toISOString().slice(0, 10);

interface ShownMessage {
  readonly state: string;
  readonly sentDate: string;
  readonly elapsedEventCapture: string;
  readonly elapsedHttpCall: string;
  readonly attempts: readonly { readonly at: string; readonly elapsedHttpCall: string }[];
}

interface ShownEvent {
  readonly id: string;
  readonly occurredAt: string;
  readonly messages: readonly ShownMessage[];
}

let two: TwoClocks;
const began = new Date();

/** Returns all pages of a connection, as shown by one of the two processes. */
async function pages<Node>(nth: number, field: string, query: string, variables: object = {}): Promise<Node[]> {
  const nodes: Node[] = [];
  for (let after: string | null = null; ;) {
    const { [field]: page } = await two.ask(nth, query, { ...variables, after });
    nodes.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return nodes;
    after = page.pageInfo.endCursor;
  }
}

function messagesOf(nth: number): Promise<ShownMessage[]> {
  return pages(nth, 'webhookMessages', MESSAGES, { filter: { startDate: day(began), endDate: day(new Date()) } });
}

/** Sends a mix of requests, most of them to one process. */
async function liveOn(nth: number): Promise<void> {
  await Promise.all([two.cashIn(nth), two.cashIn(nth)]);
  await two.ask(nth, CONFIGURATIONS, { today: day(new Date()) });
  await two.ask(nth, MESSAGES, { filter: { startDate: day(began), endDate: day(new Date()) } }, 1 - nth);
  await two.ask(nth, EVENTS.replace('first', 'last').replace('after: $after', 'before: $after'), {});
}

async function proveKey(nth: number): Promise<void> {
  const addressingKey = { type: 'EMAIL', value: `skewed-${nth}@example.com` };
  const input = { documentNumber: '10020031130', addressingKey };
  const { createTotp } = await two.ask(nth, CREATE_TOTP, { input });
  const { hash, sandboxCode: code } = createTotp;
  const { validateTotp } = await two.ask(1 - nth, VALIDATE_TOTP, { input: { hash, code } });
  expect(validateTotp).toMatchObject({ __typename: 'ValidateTotpSuccess' });
}

async function sendTwice(nth: number): Promise<void> {
  const input = pocketInput({ accountNumber: '300001', idempotencyKey: randomUUID() });
  const first = await two.ask(nth, CREATE_POCKET, { input });
  const second = await two.ask(1 - nth, CREATE_POCKET, { input });
  expect(second.createPocket.replayed).toBe(true);
  expect(second.createPocket.pocket.number).toBe(first.createPocket.pocket.number);
}

/** Subscribes at both processes, each time from a cursor of the other one. */
async function follow() {
  return Promise.all(
    two.gateways.map(async ({ url }, nth) => {
      const { webhookEventsCursor: after } = await two.ask(1 - nth, '{ webhookEventsCursor }');
      const socket = await TestSocket.acknowledged(url, { Authorization: `Bearer ${two.tokens[1 - nth] ?? ''}` });
      return { socket, events: socket.subscribe(LIVE_EVENTS, { after }), messages: socket.subscribe(LIVE_MESSAGES) };
    }),
  );
}

function expectInstants(instants: readonly string[]): void {
  const [least, most] = [began.getTime() - OFF_MS_MAX, Date.now() + OFF_MS_MAX];
  for (const instant of instants) {
    expect(Date.parse(instant)).toBeGreaterThanOrEqual(least);
    expect(Date.parse(instant)).toBeLessThanOrEqual(most);
  }
}

function expectMessages(messages: readonly ShownMessage[]): void {
  const hours = String(Math.ceil((Date.now() - began.getTime()) / 3_600_000)).padStart(2, '0');
  for (const { state, elapsedEventCapture, elapsedHttpCall, attempts } of messages) {
    expect(state).toBe('SUCCESS');
    for (const duration of [elapsedEventCapture, elapsedHttpCall, ...attempts.map((one) => one.elapsedHttpCall)]) {
      expect(duration).toMatch(DURATION);
      expect(duration < hours).toBe(true);
    }
    expect(attempts.map(({ at }) => at)).toEqual(attempts.map(({ at }) => at).toSorted());
  }
  expectInstants(messages.flatMap(({ sentDate, attempts }) => [sentDate, ...attempts.map(({ at }) => at)]));
}

inSkew(`two processes whose clocks differ by five seconds${lacking}`, () => {
  beforeAll(async () => {
    await buildServer();
    two = await TwoClocks.start('+5s');
    await two.configure(PATHS);
  }, TIMEOUT_MS);
  afterAll(async () => {
    TestSocket.endAll();
    await TestProcess.endAll();
    await two.remove();
  });

  test(
    'serve, deliver and show everything as if they agreed',
    async () => {
      const followers = await follow();
      await Promise.all([0, 1].map(proveKey));
      let rounds = 0;
      for (const end = performance.now() + LIFE_MS; performance.now() < end; rounds += 1) {
        await Promise.all([0, 1].map(liveOn));
        await sendTwice(rounds % 2);
        await wait(PAUSE_MS);
      }
      const cashIns = 4 * rounds;
      const wanted = cashIns * PATHS.length;
      const filter = { startDate: day(began), endDate: day(new Date()), states: ['SUCCESS'] };
      await eventually(async () => (await two.ask(0, MESSAGES, { filter })).webhookMessages.totalCount === wanted);
      for (const path of PATHS) expect(new Set(sequencesOf(two.receiver.callsOf(path))).size).toBe(cashIns);
      const logs = await Promise.all([0, 1].map((nth) => pages<ShownEvent>(nth, 'webhookEvents', EVENTS)));
      const log = (logs[0] ?? []).filter(({ occurredAt }) => Date.parse(occurredAt) >= began.getTime() - OFF_MS_MAX);
      expect(logs[1]).toEqual(logs[0]);
      expect(log).toHaveLength(2 * cashIns + rounds);
      expectInstants(log.map(({ occurredAt }) => occurredAt));
      expectMessages(log.flatMap(({ messages }) => messages));
      for (const nth of [0, 1]) {
        const messages = await messagesOf(nth);
        expect(messages).toHaveLength(wanted);
        expectMessages(messages);
        // Each call is a recorded attempt: no process sends what the other is sending.
        expect(messages.flatMap(({ attempts }) => attempts)).toHaveLength(two.receiver.calls.length);
      }
      for (const { socket, events, messages } of followers) {
        await eventually(() => Promise.resolve(socket.messages('next', events).length >= log.length));
        const seen = socket.messages('next', events).map(({ payload }) => payload.data.webhookEvents.id);
        expect(seen).toEqual(log.map(({ id }) => id));
        expect(socket.messages('error')).toEqual([]);
        const notified = socket.messages('next', messages);
        expect(notified.length).toBeGreaterThanOrEqual(wanted);
        expect(notified.filter(({ payload }) => payload.errors !== undefined)).toEqual([]);
      }
      expect(two.errorsLogged).toEqual([]);
      process.stderr.write(`${rounds} rounds: ${log.length} events, ${wanted} messages, all delivered\n`);
    },
    TIMEOUT_MS,
  );
});
