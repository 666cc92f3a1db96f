import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ACK, createConsumer, NEXT } from '../../support/consumers.ts';
import { Gateway, type Ask } from '../../support/gateway.ts';
import { StatementSpans } from '../../support/statement-spans.ts';

/** What each mutation writes besides. */
const AUDIT = 1;

let gateway: Gateway;
let spans: StatementSpans;

beforeAll(async () => {
  spans = new StatementSpans();
  gateway = await Gateway.start({ environment: { ROLES: 'api', ROW_LEVEL_SECURITY: 'true' } });
  await createConsumer(gateway, { name: 'counted' });
});
afterAll(async () => {
  await gateway.stop();
  await spans.stop();
});

const statementsOf = (ask: Ask) => spans.of((headers) => gateway.data({ ...ask, headers }));

test('nextEvents takes two statements, ackEvents one, and a wait none', async () => {
  const variables = { consumer: 'counted', worker: 'w' };
  const next = await statementsOf({ query: NEXT.replace(' lag ', ' '), variables });
  expect(next).toHaveLength(2 + AUDIT);
  expect(await statementsOf({ query: NEXT.replace(' lag ', ' '), variables: { ...variables, wait: 2 } })).toEqual(next);
  const through = '1.75';
  const acked = await statementsOf({ query: ACK.replace(' lag ', ' '), variables: { ...variables, through } });
  expect(acked).toHaveLength(1 + AUDIT);
});

test('a page that waits takes none for that but one that tells where the log ends', async () => {
  const { webhookEventsCursor: after } = await gateway.data({ query: '{ webhookEventsCursor }' });
  const query = 'query ($after: String, $wait: Int) { webhookEvents(after: $after, wait: $wait) { nodes { id } } }';
  const page = await statementsOf({ query, variables: { after } });
  const waiting = await statementsOf({ query, variables: { after, wait: 2 } });
  expect(waiting).toHaveLength(page.length + 1);
});
