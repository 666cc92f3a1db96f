import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { sql } from '../../support/webhooks.ts';

const PAGE =
  'query ($after: String) { webhookEvents(first: 1, after: $after) { nodes { id } pageInfo { endCursor } } }';
const [ONE, OTHER] = ['a passphrase that is long enough to be one', 'another passphrase that is long enough'];

let world: OwnWorld;

beforeAll(async () => {
  world = await OwnWorld.make();
});
afterAll(() => world.remove());

/** Starts a gateway on the world, and asks it for a page. */
async function pageAfter(after: string | null, secretsKey: string, begin = (_: Gateway) => Promise.resolve()) {
  const gateway = await Gateway.start({ environment: { ...world.environment, SECRETS_KEY: secretsKey } });
  try {
    await begin(gateway);
    return (await gateway.ask({ query: PAGE, variables: { after } })).body;
  } finally {
    await gateway.stop();
  }
}

test('a cursor survives restarts and another SECRETS_KEY, and ends with the secret of the installation', async () => {
  const first = await pageAfter(null, ONE);
  const cursor: string = first.data?.webhookEvents.pageInfo.endCursor;
  const next = await pageAfter(cursor, OTHER);
  expect(next.data?.webhookEvents.nodes).toHaveLength(1);
  expect(next.data?.webhookEvents.nodes).not.toEqual(first.data?.webhookEvents.nodes);
  await pageAfter(null, OTHER, async (gateway) => {
    await sql(gateway, `update installation set secret = 'another secret'`);
  });
  const { errors } = await pageAfter(cursor, OTHER);
  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR', argument: 'after' } }]);
});
