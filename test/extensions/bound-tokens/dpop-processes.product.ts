import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DpopClient } from '../../support/dpop.ts';
import { Gateway, postQuery } from '../../support/gateway.ts';
import { freePort } from '../../support/own-server.ts';
import { serverUrl, TestDatabases } from '../../support/test-database.ts';
import { OutsideIssuer } from '../../platform/auth/outside-issuer.ts';
import { QUERY } from '../../platform/auth/bound-scene.ts';

/** The address that clients use, no matter which process the load balancer sends them to. */
const PUBLIC_URL = 'https://gateway.example.com/bank';
const HTU = `${PUBLIC_URL}/graphql`;

let issuer: OutsideIssuer;
const databases = new TestDatabases();
const gateways: Gateway[] = [];
const ports: number[] = [];
let client: DpopClient;
let token: string;

/** One process, or two on PostgreSQL: only one process can use the embedded database. */
beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
  const url = await databases.createWithWorld();
  for (let count = serverUrl === undefined ? 1 : 2; count > 0; count -= 1) {
    const port = await freePort();
    const environment = { ...issuer.environment(), PUBLIC_URL, PORT: String(port), ADMIN_PORT: '0' };
    gateways.push(
      await Gateway.start({ environment: { ROLES: 'api', ...environment, ...(url && { DATABASE_URL: url }) } }),
    );
    ports.push(port);
  }
  const clock = { now: () => new Date() };
  client = await DpopClient.make(clock);
  token = await issuer.token(clock.now(), { claims: { cnf: { jkt: client.thumbprint } } });
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await issuer.stop();
  await databases.drop();
});

async function send(process: number, proof: string, headers: Readonly<Record<string, string>> = {}) {
  const url = `http://127.0.0.1:${ports[process]}`;
  const answer = await postQuery(url, {
    ...{ query: QUERY, variables: {}, bearer: undefined },
    headers: { authorization: `DPoP ${token}`, dpop: proof, ...headers },
  });
  return { ...answer, nonce: answer.headers.get('dpop-nonce') ?? '' };
}

async function proof(process: number, url = HTU): Promise<string> {
  const { nonce } = await send(process, await client.proof({ url, token }));
  return client.proof({ url, token, nonce });
}

describe('a gateway with a public address', () => {
  test('accepts proofs for that address, whose path precedes ours', async () => {
    expect((await send(0, await proof(0))).status).toBe(200);
    expect((await send(0, await proof(0, HTU.toUpperCase().replace('/BANK/GRAPHQL', '/bank/graphql')))).status).toBe(
      200,
    );
    expect(await send(0, await proof(0, 'https://gateway.example.com:443/bank/graphql'))).toMatchObject({
      status: 200,
    });
  });

  test.each([
    'http://gateway.example.com/bank/graphql',
    'https://gateway.example.com/graphql',
    'https://gateway.example.com.evil.example/bank/graphql',
    'https://gateway.example.com:8443/bank/graphql',
  ])('accepts no proof for %s', async (url) => {
    const { status, body } = await send(0, await proof(0, url));
    expect(body.errors).toMatchObject([
      { message: 'The proof is for another address (htu).', extensions: { htu: HTU } },
    ]);
    expect(status).toBe(401);
  });

  test('accepts no proof for a host that only the request names', async () => {
    const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' };
    const local = `http://127.0.0.1:${ports[0]}/graphql`;
    for (const url of [local, 'https://evil.example/graphql', 'https://evil.example/bank/graphql'])
      expect((await send(0, await proof(0, url), forged)).status).toBe(401);
  });
});

(serverUrl === undefined ? describe.skip : describe)('of two processes', () => {
  test('one accepts the nonce of the other', async () => {
    expect((await send(1, await proof(0))).status).toBe(200);
    expect((await send(0, await proof(1))).status).toBe(200);
  });

  test('one refuses a proof that the other has accepted', async () => {
    const used = await proof(0);
    expect((await send(0, used)).status).toBe(200);
    const { status, body } = await send(1, used);
    expect([status, body.errors?.[0]?.message]).toEqual([
      401,
      'The proof was used before: create a new one for each request.',
    ]);
  });

  test('only one accepts a proof that both receive at the same time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const raced = await proof(0);
      const answers = await Promise.all([send(0, raced), send(1, raced)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    }
  });
});
