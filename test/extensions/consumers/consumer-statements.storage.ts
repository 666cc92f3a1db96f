import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ACK, createConsumer, NEXT } from '../../support/consumers.ts';
import { Gateway, type Ask } from '../../support/gateway.ts';
import { StatementSpans } from '../../support/statement-spans.ts';

/** Written by each mutation, too. */
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

test('nextEvents needs two statements, ackEvents one, and a wait one more at its end', async () => {
  const variables = { consumer: 'counted', worker: 'w' };
  const next = await statementsOf({ query: NEXT.replace(' lag ', ' '), variables });
  expect(next).toHaveLength(2 + AUDIT);
  const waited = await statementsOf({ query: NEXT.replace(' lag ', ' '), variables: { ...variables, wait: 2 } });
  // Finds out whether the consumer was moved or deleted meanwhile.
  expect(waited).toHaveLength(next.length + 1);
  const through = '1.75';
  const acked = await statementsOf({ query: ACK.replace(' lag ', ' '), variables: { ...variables, through } });
  expect(acked).toHaveLength(1 + AUDIT);
});

test('a page that waits needs only one more statement, for the end of the log', async () => {
  const { webhookEventsCursor: after } = await gateway.data({ query: '{ webhookEventsCursor }' });
  const query =
    'query ($after: String, $wait: Int) { webhookEvents(first: 20, after: $after, wait: $wait) { nodes { id } } }';
  const page = await statementsOf({ query, variables: { after } });
  const waiting = await statementsOf({ query, variables: { after, wait: 2 } });
  expect(waiting).toHaveLength(page.length + 1);
});
