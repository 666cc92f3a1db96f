import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { clientCertificate } from '../../support/client-certificate.ts';
import { Gateway } from '../../support/gateway.ts';
import { TestSocket } from '../../support/socket.ts';
import { TemporaryFolders } from '../../support/temporary-folders.ts';
import { OutsideIssuer } from '../../platform/auth/outside-issuer.ts';
import { QUERY } from '../../platform/auth/bound-scene.ts';

const folders = new TemporaryFolders();
const mine = clientCertificate(folders, 'mine');
const foreign = clientCertificate(folders, 'foreign');
const hexOf = ({ thumbprint }: { thumbprint: string }) => Buffer.from(thumbprint, 'base64url').toString('hex');
const rfc9440 = ({ der }: { der: Buffer }) => `:${der.toString('base64')}:`;
const pem = ({ cert }: { cert: string }) => encodeURIComponent(cert);

let issuer: OutsideIssuer;
/** Trusts certificates that this machine forwards. */
let gateway: Gateway;
/** Trusts other machines only. */
let other: Gateway;

beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
  const environment = { ...issuer.environment(), TRUSTED_PROXIES: '1', CLIENT_CERTIFICATE_HEADER: 'Client-Cert' };
  gateway = await Gateway.start({
    environment: { ROLES: 'api', ...environment, CLIENT_CERTIFICATE_PROXIES: '127.0.0.0/8' },
  });
  other = await Gateway.start({
    environment: { ROLES: 'api', ...environment, CLIENT_CERTIFICATE_PROXIES: '10.0.0.0/8,fd00::/8' },
  });
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
  await other.stop();
  await issuer.stop();
  folders.remove();
});

function token(): Promise<string> {
  return issuer.token(gateway.clock.now(), { claims: { cnf: { 'x5t#S256': mine.thumbprint } } });
}

async function statusWith(headers: Readonly<Record<string, string>>, at = gateway): Promise<number> {
  return (await at.ask({ query: QUERY, token: await token(), headers })).status;
}

const forms = [
  ['as RFC 9440 has it', rfc9440(mine)],
  ['as nginx escapes it', pem(mine)],
  ['as load balancers of AWS escape it', encodeURI(mine.cert)],
  ['with those that signed it', pem({ cert: mine.cert + foreign.cert })],
  ['as Envoy does', `By=spiffe://mesh/gateway;Hash=${hexOf(mine)};Subject="CN=mine,O=A;Hash=x"`],
  ['as Envoy does, only by its digest', `Hash=${hexOf(mine).toUpperCase()}`],
] as const;

describe('a certificate that a trusted proxy forwards', () => {
  test.each(forms)('%s is accepted as that of the client', async (_case, text) => {
    expect(await statusWith({ 'client-cert': text })).toBe(200);
  });

  test.each([
    ['another one', rfc9440(foreign)],
    ['another one, with the right one after it', pem({ cert: foreign.cert + mine.cert })],
    ['nothing', ''],
    ['no certificate', ':AAAA:'],
    ['plain text', 'mine'],
    ['an invalid escape', '%E0%A4%A'],
    ['two', `${rfc9440(mine)}, ${rfc9440(mine)}`],
    ['one of Envoy with another one prepended', `Hash=${hexOf(mine)},Hash=${hexOf(foreign)}`],
    ['a digest within a subject', `Hash=${hexOf(foreign)};Subject="CN=\\";Hash=${hexOf(mine)};"`],
    ['a digest in a subject that does not end', `Subject="CN=x;Hash=${hexOf(mine)}`],
    ['a digest that is too short', `Hash=${hexOf(mine).slice(2)}`],
    ['a thumbprint only', mine.thumbprint],
  ])('is refused when it is %s', async (_case, text) => {
    expect(await statusWith({ 'client-cert': text })).toBe(401);
  });

  test('is not read from headers of other names', async () => {
    expect(await statusWith({ 'x-client-cert': rfc9440(mine), 'x-forwarded-client-cert': rfc9440(mine) })).toBe(401);
  });

  test('opens a socket', async () => {
    const headers = { 'client-cert': rfc9440(mine) };
    const socket = await TestSocket.connect({ url: gateway.app.url, options: { headers } });
    socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${await token()}` } });
    await socket.next('connection_ack');
    const without = await TestSocket.connect({ url: gateway.app.url });
    const payload = { authorization: `Bearer ${await token()}`, headers, ...headers };
    without.send({ type: 'connection_init', payload });
    expect(await without.closed).toMatchObject({ code: 4403 });
  });
});

test.each(forms)('a certificate that another machine forwards %s is ignored', async (_case, text) => {
  const forged = { 'client-cert': text, 'x-forwarded-for': '10.0.0.1', forwarded: 'for=10.0.0.1' };
  expect(await statusWith(forged, other)).toBe(401);
});
