import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ClaimedDelivery } from '../../../src/webhooks/deliveries/claim.rules.ts';
import { eventLog } from '../../../src/events/log/event-log.ts';
import { settleAndClaim } from '../../../src/webhooks/deliveries/settle-and-claim.ts';
import type { CallResult } from '../../../src/webhooks/deliveries/settled-call.rules.ts';
import { DomainError } from '../../../src/kernel/domain-error.ts';
import { SecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { systemRandom } from '../../../src/platform/system.ts';
import { createWebhookConfiguration } from '../../../src/webhooks/configurations/create-webhook-configuration.ts';
import { updateWebhookConfiguration } from '../../../src/webhooks/configurations/update-webhook-configuration.ts';
import { PartnerKeys } from '../../../src/webhooks/signing/partner-keys.ts';
import { idAt } from '../../support/archive.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { TestClock } from '../../support/test-clock.ts';

const MESSAGES = 10;
const LEASE_SECONDS = 15;
const RETRY_SECONDS = 60;
const DAY_SECONDS = 86_400;

const clock = new TestClock();
const secrets = new SecretBox(['a passphrase of the tests']);
let own: OwnDatabase;
let configurationId: string;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

/** Queues messages of past events, for a configuration of their own. */
const QUEUE = `
  insert into webhook_delivery (configuration_id, event_position, partner_id, message_id, idempotency_key, due_at, sends,
    tries)
  select ?::uuid, position, partner_id, overlay(gen_random_uuid()::text placing ? from 1 for 15)::uuid, gen_random_uuid(),
    captured_at, 0, 0
  from event where name = 'PIX_CASH_IN_WAS_CLEARED' order by position limit ${MESSAGES}`;

/** What changes of configurations need. */
const needs = () => ({
  database: own.database,
  clock,
  random: systemRandom,
  secrets,
  partnerKeys: new PartnerKeys({ secrets, random: systemRandom, clock }),
  findTargetProblem: () => Promise.resolve(undefined),
  configurationsMax: 100,
});

const newAddress = () => `https://receiver.example/${systemRandom.uuid()}`;

/** Queues messages that are captured now, by the test's clock. */
const queue = () => own.sql(QUEUE, [configurationId, idAt(clock.now().toISOString()).slice(0, 15)]);

/** Creates a configuration, and queues messages for it. */
async function configure(): Promise<void> {
  const made = await createWebhookConfiguration(needs(), 'ACME_PAY', {
    ...{ name: 'Receiver', context: 'PIX', eventName: 'PIX_CASH_IN_WAS_CLEARED', publicKey: 'pk', secret: undefined },
    uri: newAddress(),
  });
  if (made instanceof DomainError) throw new Error(`The configuration was refused: ${made.code}`);
  configurationId = made.configuration.id;
  await queue();
}

beforeEach(async () => {
  clock.reset();
  await own.sql(`update webhook_configuration set status = 'DISABLED'`);
  await configure();
});

/** Settles `results`, and returns what a worker claims for its free places. */
async function round(results: readonly CallResult[], free: number): Promise<readonly ClaimedDelivery[]> {
  const limits = { failures: 50, restSeconds: 30 };
  const rules = { random: systemRandom, limits, retryGapsSeconds: [RETRY_SECONDS] };
  const dependencies = { ...rules, database: own.database, clock, leaseSeconds: LEASE_SECONDS };
  const { deliveries } = await settleAndClaim(dependencies, { results, slots: { free, takenBy: new Map() } });
  return deliveries;
}

function answered(deliveries: readonly ClaimedDelivery[], httpStatus: number): CallResult[] {
  const failure = httpStatus === 200 ? null : `answered ${httpStatus}`;
  const call = { at: clock.now(), elapsedMicroseconds: 1_000, httpStatus, failure, isFault: httpStatus >= 500 };
  return deliveries.map((delivery) => ({ ...call, retryAfter: undefined, delivery }));
}

const positionsOf = (deliveries: readonly ClaimedDelivery[]) =>
  deliveries.map(({ eventPosition }) => Number(eventPosition)).toSorted((one, other) => one - other);

/** Returns the positions of the messages in flight, as stored. */
async function leased(): Promise<number[]> {
  const rows = await own.sql<{ position: number }>(
    `select position::int from webhook_lease cross join unnest(positions) as position
     where configuration_id = ?::uuid order by 1`,
    [configurationId],
  );
  return rows.map(({ position }) => position);
}

/** Returns the progress of messages in the archive. */
async function archived(id = configurationId): Promise<string[]> {
  const rows = await own.sql<{ progress: string }>(
    `select progress from webhook_message where configuration_id = ?::uuid order by event_position`,
    [id],
  );
  return rows.map(({ progress }) => progress);
}

/** Moves the configuration to another address. */
async function move(): Promise<void> {
  const unchanged = { name: undefined, publicKey: undefined, secret: undefined, status: undefined };
  const others = { eventNames: undefined, format: undefined };
  const requester = { partnerId: 'ACME_PAY', companyKey: 'key', correlationId: randomUUID() };
  const by = { requester, client: null };
  const change = { id: configurationId, uri: newAddress(), ...unchanged, ...others };
  expect(
    await updateWebhookConfiguration({ ...needs(), eventLog: eventLog(() => undefined) }, by, change),
  ).not.toBeInstanceOf(DomainError);
}

/** Returns the status of the configuration. */
async function status(): Promise<string | undefined> {
  const [row] = await own.sql<{ status: string }>('select status from webhook_configuration where id = ?::uuid', [
    configurationId,
  ]);
  return row?.status;
}

describe('an endpoint that is gone for good', () => {
  test('disables its configuration', async () => {
    await round(answered(await round([], 100), 410), 0);
    expect(await status()).toBe('DISABLED');
  });

  test('does not disable a configuration that has moved to another since the call', async () => {
    const claimed = await round([], 100);
    await move();
    await round(answered(claimed, 410), 0);
    expect(await status()).toBe('ENABLED');
  });
});

describe('a configuration that moves', () => {
  test('while its old address is probed is probed immediately at the new one', async () => {
    await own.sql(
      `update webhook_breaker set state = 'OPEN', opened_at = now(), rest_seconds = 900, next_probe_at = now()
       where configuration_id = ?::uuid`,
      [configurationId],
    );
    clock.advance(1);
    const claimed = await round([], 100);
    expect(claimed.map(({ isProbe }) => isProbe)).toEqual([true]);
    await move();
    await round(answered(claimed, 503), 0);
    const [probe, ...others] = await round([], 100);
    expect([probe?.isProbe, others]).toEqual([true, []]);
    await round(answered(probe === undefined ? [] : [probe], 200), 0);
    expect((await round([], 100)).length).toBeGreaterThan(0);
  });
});

/** Each test has months of its own, which do not exist before. */
describe('a clock that was wrong and is set right', () => {
  /** Queues the messages again, captured when the clock is wrong by so many days. */
  async function captureWrong(days: number): Promise<void> {
    await own.sql('delete from webhook_delivery');
    clock.advance(days * DAY_SECONDS);
    await queue();
  }

  test.each([400, -800])('by %i days leaves messages and calls that are settled', async (days) => {
    await captureWrong(days);
    const calls = answered(await round([], 100), 200);
    clock.reset();
    await round(calls, 0);
    expect(await archived()).toEqual(calls.map(() => 'SUCCESS'));
  });

  test('leaves held messages that are listed, and those of others are claimed', async () => {
    await captureWrong(600);
    const held = configurationId;
    await own.sql(`update webhook_breaker set state = 'OPEN', next_probe_at = '2999-01-01'`);
    clock.reset();
    await configure();
    const claimed = await round([], 100);
    expect(new Set(claimed.map((delivery) => delivery.configurationId))).toEqual(new Set([configurationId]));
    expect(await archived(held)).toEqual(Array.from({ length: MESSAGES }, () => 'WAITING'));
  });
});

describe('an exchange', () => {
  test('claims due messages for one worker only until its lease ends', async () => {
    const claimed = await round([], 100);
    expect(positionsOf(claimed)).toHaveLength(MESSAGES);
    expect(await leased()).toEqual(positionsOf(claimed));
    clock.advance(LEASE_SECONDS - 2);
    expect(await round([], 100)).toEqual([]);
    clock.advance(3);
    const again = await round([], 100);
    const ids = (deliveries: readonly ClaimedDelivery[]) => deliveries.map(({ messageId }) => messageId).toSorted();
    expect(ids(again)).toEqual(ids(claimed));
  });

  test('settles calls, and claims others in their places', async () => {
    const [first, ...others] = await round([], 16);
    expect(others).toHaveLength(3);
    const next = await round(answered(first === undefined ? [] : [first], 200), 8);
    expect(next).toHaveLength(1);
    expect(await leased()).toEqual(positionsOf([...others, ...next]));
    expect(await archived()).toEqual(['SUCCESS']);
    expect(await round(answered([...others, ...next], 200), 100)).toHaveLength(MESSAGES - 5);
    expect(await archived()).toEqual(Array.from({ length: 5 }, () => 'SUCCESS'));
  });

  test('leaves failed messages in the queue until their next try, and then updates the archive', async () => {
    const claimed = await round([], 100);
    expect(await round(answered(claimed, 404), 100)).toEqual([]);
    expect([await leased(), new Set(await archived())]).toEqual([[], new Set(['RETRYING'])]);
    clock.advance(RETRY_SECONDS * 1.2);
    const again = await round([], 100);
    expect(again.map(({ sends, tries }) => [sends, tries])).toEqual(claimed.map(() => [1, 1]));
    await round(answered(again, 200), 0);
    expect(await archived()).toEqual(claimed.map(() => 'SUCCESS'));
  });

  test('does not record a call whose message another worker has claimed since', async () => {
    const late = await round([], 100);
    clock.advance(LEASE_SECONDS);
    const taken = await round([], 100);
    await round(answered(late, 200), 0);
    expect(await archived()).toEqual([]);
    expect(await leased()).toEqual(positionsOf(taken));
    await round(answered(taken, 200), 0);
    expect(await archived()).toHaveLength(MESSAGES);
  });

  test('records a late call as long as no other worker has claimed its message', async () => {
    const late = await round([], 100);
    clock.advance(LEASE_SECONDS + 60);
    await round(answered(late, 200), 100);
    expect([await leased(), await archived()]).toEqual([[], late.map(() => 'SUCCESS')]);
  });
});
