import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { eventually, Gateway } from '../../support/gateway.ts';
import { answering, Receiver } from '../../support/receiver.ts';
import { cashIns, createConfiguration, searchMessages, sql } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

const WARN = 40;
const INFO = 30;

interface Line {
  readonly level: number;
  readonly loop?: string;
  readonly msg: string;
}

const lines: Line[] = [];
let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  const logger = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line) as Line) });
  gateway = await Gateway.start({ logger });
  await forgetThePast(gateway.app.database);
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

async function ready() {
  const response = await fetch(`${gateway.app.url}/health/ready`);
  const body: unknown = await response.json();
  return { status: response.status, body };
}

/** Returns how often a loop has failed, according to the metrics. */
async function failuresOf(loop: string): Promise<number> {
  const text = await (await fetch(`${gateway.app.adminUrl}/metrics`)).text();
  return Number(new RegExp(`^gateway_loop_failures_total\\{loop="${loop}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
}

function linesOf(loop: string, level: number): readonly Line[] {
  return lines.filter((line) => line.loop === loop && line.level === level);
}

/** Expects that a loop which has failed for some time is reported, and nothing else. */
async function expectReported(loop: string): Promise<void> {
  const before = await failuresOf(loop);
  await eventually(async () => (await failuresOf(loop)) >= before + 3);
  expect(await ready()).toEqual({
    status: 200,
    body: {
      status: 'ready',
      failing: [
        {
          loop,
          since: expect.stringMatching(/^\d{4}(-\d\d){2}T(\d\d:){2}\d\d\.\d{3}Z$/),
          failures: expect.any(Number),
        },
      ],
    },
  });
  // A busy machine may store entries of the audit trail late, which is logged separately.
  expect(lines.filter((line) => line.level >= WARN && line.loop !== undefined)).toEqual(linesOf(loop, WARN));
  expect(linesOf(loop, WARN)).toHaveLength(1);
}

async function expectWorksAgain(loop: string): Promise<void> {
  await eventually(() => Promise.resolve(linesOf(loop, INFO).length > 0));
  expect(linesOf(loop, INFO)).toMatchObject([{ msg: 'a background loop recovered' }]);
  expect(await ready()).toEqual({ status: 200, body: { status: 'ready' } });
}

test('a relay that fails is reported, is not retried for each new event, and relays all of them once it can', async () => {
  await sql(gateway, 'alter table event_head rename to broken_head');
  await cashIns(gateway, 1);
  await eventually(async () => (await failuresOf('event-relay')) > 0);
  const [before, began] = [await failuresOf('event-relay'), performance.now()];
  await cashIns(gateway, 25);
  // Each of them pokes the relay, which rests for at least a quarter of a second.
  const triesMax = 1 + (performance.now() - began) / 250;
  expect((await failuresOf('event-relay')) - before).toBeLessThanOrEqual(triesMax);
  await expectReported('event-relay');
  await sql(gateway, 'alter table broken_head rename to event_head');
  await eventually(async () => {
    const [row] = await sql<{ waiting: number }>(gateway, 'select count(*)::int as waiting from outbox');
    return row?.waiting === 0;
  });
  await expectWorksAgain('event-relay');
});

test('calls that cannot be settled are reported, and are settled once they can be', async () => {
  receiver.answer('/settled', answering(204));
  await createConfiguration(gateway, { uri: receiver.url('/settled') });
  await sql(gateway, 'alter table webhook_attempt rename to broken_attempt');
  await cashIns(gateway, 5);
  await eventually(() => Promise.resolve(receiver.callsOf('/settled').length >= 5));
  await expectReported('webhook-settlements');
  await sql(gateway, 'alter table broken_attempt rename to webhook_attempt');
  await eventually(async () => (await searchMessages(gateway, 'SUCCESS')).totalCount === 5);
  await expectWorksAgain('webhook-settlements');
});

test('a partner whose messages cannot be queued is reported, waits without delaying others, and gets each once it can be', async () => {
  for (const path of ['/alone', '/others']) receiver.answer(path, answering(204));
  await createConfiguration(gateway, { uri: receiver.url('/alone') });
  await createConfiguration(gateway, { uri: receiver.url('/others') }, { client: 'beta-pay' });
  await sql(
    gateway,
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
  );
  await sql(
    gateway,
    `create trigger refused before insert on webhook_delivery for each row
     when (new.partner_id = 'ACME_PAY') execute function refuse()`,
  );
  await cashIns(gateway, 3);
  await cashIns(gateway, 3, { client: 'beta-pay' });
  await eventually(() => Promise.resolve(receiver.callsOf('/others').length >= 3));
  await expectReported('event-capture');
  await cashIns(gateway, 2);
  await cashIns(gateway, 2, { client: 'beta-pay' });
  await eventually(() => Promise.resolve(receiver.callsOf('/others').length >= 5));
  expect(receiver.callsOf('/alone')).toHaveLength(0);
  const [log] = await sql(gateway, 'select count(*)::int as "waiting" from outbox');
  expect(log).toEqual({ waiting: 0 });
  await sql(gateway, 'drop trigger refused on webhook_delivery');
  await eventually(async () => {
    const [row] = await sql<{ left: number }>(
      gateway,
      'select (select count(*) from event_capture)::int + (select count(*) from webhook_delivery)::int as "left"',
    );
    return row?.left === 0;
  });
  const ids = receiver.callsOf('/alone').map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
  await expectWorksAgain('event-capture');
});
