import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database } from '../../../src/platform/database/database.ts';
import { FORGOTTEN_EVENTS } from '../../../src/playground/sandbox-world/past-events.value.ts';
import { ownStatement } from '../../support/own-statement.ts';
import {
  SANDBOX_HOLDER_NAMES,
  SANDBOX_PARTNERS,
  SANDBOX_REPROVED_CPFS,
} from '../../../src/playground/sandbox-world/sandbox-world.ts';
import { cashInInput, simulateCashIn } from '../../support/cash-ins.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { wholePeriod } from '../../support/seeded-webhooks.ts';

const EVENTS = `query ($last: Int, $before: String) {
  webhookEvents(last: $last, before: $before) { totalCount pageInfo { startCursor } nodes {
    __typename name context entityId occurredAt payload
    messages { id destination }
    ... on PixCashInWasReceivedEvent { cashIn { id amount { value } endToEndId account { number status } } }
    ... on PixCashInWasClearedEvent { cashIn { id amount { value } endToEndId account { number status } } }
    ... on TedCashInWasClearedEvent { cashIn { id amount { value } endToEndId account { number status } } }
  } }
}`;

interface SeededEvent {
  readonly __typename: string;
  readonly name: string;
  readonly context: string;
  readonly entityId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly messages: readonly { readonly destination: string }[];
  readonly cashIn?: { readonly id: string; readonly account: { readonly number: string; readonly status: string } };
}

let gateway: Gateway;
let database: Database;
let events: SeededEvent[];

beforeAll(async () => {
  gateway = await Gateway.start();
  database = new Database(gateway.app.database.sessions);
  // Two pages: each event may have as many messages as there are configurations.
  const { webhookEvents: late } = await gateway.data({ query: EVENTS, variables: { last: 40 } });
  const variables = { last: 40, before: late.pageInfo.startCursor };
  const { webhookEvents: early } = await gateway.data({ query: EVENTS, variables });
  events = [...early.nodes, ...late.nodes];
});
afterAll(() => gateway.stop());

const FIND_POSITIONS = ownStatement<{ position: number }>(
  'test_find_positions',
  'select position::int as "position" from event order by captured_at, position',
);

/** Returns rows of each query that the other does not have. */
function differences(one: string, other: string): Promise<object[]> {
  const text = `((${one}) except (${other})) union all ((${other}) except (${one}))`;
  return database.run(ownStatement(`test_differences_${text.length}`, text), []);
}

describe('the log of the sandbox', () => {
  test('has 65 events, each of its own type, sent to two systems', () => {
    expect(events).toHaveLength(65);
    for (const { __typename, name, messages } of events) {
      expect(__typename.replace(/(?<=.)([A-Z])/g, '_$1').toUpperCase()).toBe(`${name}_EVENT`);
      expect(new Set(messages.map(({ destination }) => destination)).size).toBe(2);
    }
  });

  test('leads from each cash-in to its account', () => {
    const withMoney = events.filter(({ context }) => context === 'PIX' || context === 'TED');
    expect(withMoney).toHaveLength(36);
    for (const { entityId, cashIn, payload } of withMoney) {
      expect(cashIn).toMatchObject({ id: entityId, account: { status: 'ACTIVE' } });
      expect(payload['data']).toMatchObject({ id: entityId, account: { number: cashIn?.account.number } });
    }
  });

  test('identifies customers by documents of the world, with no other personal data', () => {
    const holders = SANDBOX_PARTNERS[0]?.accounts.map(({ holderDocument }) => holderDocument) ?? [];
    const ofCustomers = events.filter(({ context }) => context === 'CUSTOMER');
    expect(ofCustomers).toHaveLength(29);
    for (const { entityId, payload } of ofCustomers) {
      expect([...holders, ...SANDBOX_REPROVED_CPFS]).toContain(entityId);
      expect(Object.keys(payload['data'] ?? {})).toEqual(['registrationId', 'status']);
      for (const name of Object.values(SANDBOX_HOLDER_NAMES)) expect(JSON.stringify(payload)).not.toContain(name);
    }
  });

  test('has positions without gaps, and the next events continue them with an equal form of body', async () => {
    const { cashIn } = await simulateCashIn(gateway, cashInInput({ rail: 'TED' }));
    const live = await eventually(async () => {
      const { webhookEvents } = await gateway.data({ query: EVENTS, variables: { last: 2 } });
      const last: SeededEvent[] = webhookEvents.nodes;
      return last.every(({ entityId }) => entityId === cashIn.id) && last;
    });
    for (const { payload } of [...events, ...live])
      expect(Object.keys(payload)).toEqual(Object.keys(live[0]?.payload ?? {}));
    const positions = (await database.run(FIND_POSITIONS, [])).map(({ position }) => position);
    // Those of one batch are captured in any order.
    const ofLive = positions.splice(-live.length).toSorted((one, other) => one - other);
    expect([...positions, ...ofLive]).toEqual([...events, ...live].map((_, index) => FORGOTTEN_EVENTS + index + 1));
  });
});

describe('the tallies of the sandbox', () => {
  test('of messages equal the totals of the archive', async () => {
    const archive = `select configuration_id, (sent_date at time zone 'UTC')::date as day, progress, partner_id, event_name, count(*)::int
      from webhook_message group by 1, 2, 3, 4, 5`;
    const tally = `select configuration_id, day, progress, partner_id, event_name, messages from message_tally where messages <> 0`;
    expect(await differences(archive, tally)).toEqual([]);
  });

  test('of calls equal the totals of attempts and messages', async () => {
    const attempts = `select message.configuration_id, (attempt.at at time zone 'UTC')::date as day, attempt.error is null,
        round(ln(attempt.elapsed_http_call_us) / ln(1.05))::smallint, count(*)::int
      from webhook_attempt as attempt join webhook_message as message on message.id = attempt.message_id group by 1, 2, 3, 4`;
    const tally = `select configuration_id, day, succeeded, bucket, calls from call_tally
      where day >= (select min(at at time zone 'UTC')::date from webhook_attempt)`;
    expect(await differences(attempts, tally)).toEqual([]);
    const sent = `select configuration_id, sum(retry_count + 1)::int from webhook_message where progress <> 'WAITING' group by 1`;
    expect(await differences(sent, 'select configuration_id, sum(calls)::int from call_tally group by 1')).toEqual([]);
  });
});

describe.each(['beta-pay', 'gama-pay'])('%s', (client) => {
  test('sees none of it', async () => {
    const query = `query ($filter: WebhookMessageFilter!) {
      webhookMessages(filter: $filter) { totalCount nodes { id } }
      webhookConfigurations { totalCount nodes { id } }
      webhookEvents { totalCount nodes { id } }
    }`;
    const nothing = { totalCount: 0, nodes: [] };
    const variables = { filter: wholePeriod(gateway.clock.now()) };
    expect(await gateway.data({ query, variables, client })).toEqual({
      webhookMessages: nothing,
      webhookConfigurations: nothing,
      webhookEvents: nothing,
    });
  });
});
