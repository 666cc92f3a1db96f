import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from 'graphql-sse';
import type { Gateway } from '../../support/gateway.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';
import { SUBSCRIPTION } from '../../clients/wires/wire.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
});
afterAll(() => gateway.stop());

test('graphql-sse reports a refusal once', async () => {
  const client = createClient({ url: `${gateway.app.url}/graphql/stream`, retryAttempts: 0 });
  const refused = new Promise<unknown>((resolve) => {
    client.subscribe({ query: SUBSCRIPTION }, { next: resolve, error: resolve, complete: () => undefined });
  });
  expect(await refused).toMatchObject({ response: { status: 401 } });
  const token = await gateway.token('acme-pay');
  const badly = createClient({
    url: `${gateway.app.url}/graphql/stream`,
    headers: { authorization: `Bearer ${token}` },
  });
  const results: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    badly.subscribe(
      { query: 'subscription { nothing }' },
      { next: (result) => results.push(result), error: reject, complete: resolve },
    );
  });
  expect(results).toMatchObject([{ errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] }]);
});
