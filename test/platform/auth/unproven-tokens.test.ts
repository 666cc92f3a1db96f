import { beforeAll, describe, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { localKeySet } from '../../../src/platform/auth/key-set.ts';
import type { Restrictions } from '../../../src/platform/auth/principal.ts';
import type { Sender } from '../../../src/platform/auth/sender.ts';
import { TokenVerifier } from '../../../src/platform/auth/token-verifier.ts';
import { authenticateWith } from '../../../src/platform/requests/authenticate.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { systemClock } from '../../../src/platform/system.ts';
import { DEFAULT_PORTS } from '../../../src/ports.ts';

// Without the extension that checks proofs, by the default of its port: what is bound is accepted from nobody.

const [ISSUER, AUDIENCE] = ['https://issuer.example', 'gateway'];
const THUMBPRINT = 'x'.repeat(43);
/** Shows all that could be asked for. */
const SENDER: Sender = { proof: 'a.b.c', method: 'POST', url: 'http://localhost/graphql', certificate: THUMBPRINT };
const REFUSED = { extensions: { code: 'UNAUTHENTICATED' } };

let privateKey: CryptoKey;
let keys: ReturnType<typeof localKeySet>;

beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  ({ privateKey } = pair);
  keys = localKeySet({ keys: [{ ...(await exportJWK(pair.publicKey)), alg: 'ES256' }] });
});

function sign(cnf?: object): Promise<string> {
  return new SignJWT({ partner_id: 'ACME_PAY', scope: 'pocket.read', ...(cnf && { cnf }) })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setExpirationTime('1h')
    .sign(privateKey);
}

async function answerTo(
  header: string,
  { isRequiredOf = false, isRequiredOfAll = false }: { isRequiredOf?: boolean; isRequiredOfAll?: boolean } = {},
) {
  const rules = { issuer: ISSUER, audience: AUDIENCE, partnerClaim: 'partner_id', secondsMax: 3_600 };
  const restrictions: Restrictions = { isSuspended: false, isBindingRequired: isRequiredOf };
  const tenant = { companyKey: 'ACME_PAY', ...restrictions };
  const tokens = new TokenVerifier(
    { ...rules, isTypeRequired: false, isBindingRequired: isRequiredOfAll },
    keys,
    { find: () => Promise.resolve(tenant), restrictionsOf: () => restrictions },
    systemClock,
  );
  const { senderBinding: binding } = DEFAULT_PORTS;
  const logger = createLogger('silent');
  return authenticateWith({ tokens, binding, refused: () => undefined, logger })(header, () => SENDER);
}

test('a token that is not bound is accepted', async () => {
  expect(await answerTo(`Bearer ${await sign()}`)).toMatchObject({ partnerId: 'ACME_PAY', boundTo: undefined });
});

describe.each([
  ['a key', { jkt: THUMBPRINT }],
  ['a certificate', { 'x5t#S256': THUMBPRINT }],
  ['both', { jkt: THUMBPRINT, 'x5t#S256': THUMBPRINT }],
  ['something else', { kid: 'a' }],
])('a token that is bound to %s', (_what, cnf) => {
  test.each(['Bearer', 'DPoP'])('is refused, sent as %s', async (scheme) => {
    expect(await answerTo(`${scheme} ${await sign(cnf)}`)).toMatchObject(REFUSED);
  });

  test('is refused where tokens must be bound', async () => {
    const token = await sign(cnf);
    expect(await answerTo(`Bearer ${token}`, { isRequiredOf: true })).toMatchObject(REFUSED);
    expect(await answerTo(`DPoP ${token}`, { isRequiredOfAll: true })).toMatchObject(REFUSED);
  });
});

test('every other token of a partner that must bind them is refused too, and of all partners', async () => {
  for (const scheme of ['Bearer', 'DPoP']) {
    const header = `${scheme} ${await sign()}`;
    expect(await answerTo(header, { isRequiredOf: true })).toMatchObject(REFUSED);
    expect(await answerTo(header, { isRequiredOfAll: true })).toMatchObject(REFUSED);
  }
});

test('a token that is not bound is not accepted as "DPoP <token>"', async () => {
  expect(await answerTo(`DPoP ${await sign()}`)).toMatchObject(REFUSED);
});

test('no token is issued for a proof: it would not be bound to the key', async () => {
  await expect(DEFAULT_PORTS.senderBinding.bind(SENDER)).rejects.toThrow('Proofs are not supported here.');
});
