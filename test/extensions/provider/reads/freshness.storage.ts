import { expect, test } from '@jest/globals';
import { Gateway } from '../../../support/gateway.ts';
import { StatementSpans } from '../../../support/statement-spans.ts';

test('freshness costs no statement if the gateway is the bank itself', async () => {
  const spans = new StatementSpans();
  const gateway = await Gateway.start();
  const query = (shown: string) =>
    `{ paymentAccounts(first: 2) { nodes { ${shown} pockets(first: 3) { nodes { ${shown} } } } } }`;
  const costOf = (shown: string) => spans.of((headers) => gateway.data({ query: query(shown), headers }));
  // The first request also looks the partner up.
  await costOf('id');
  const cost = await costOf('id');
  expect(cost).not.toEqual([]);
  expect(await costOf('id freshness { asOf isStale }')).toEqual(cost);
  await gateway.stop();
  await spans.stop();
});
