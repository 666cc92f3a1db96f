import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OutsideIssuer } from '../../platform/auth/outside-issuer.ts';
import { Gateway } from '../../support/gateway.ts';
import { createConfiguration, newConfiguration, updateConfiguration } from '../../support/configurations.ts';
import { makeWorld } from '../../support/world.ts';

const NOT_HTTPS = 'The URL is not https.';
const NOT_PUBLIC = 'The host of the URL has an address that is not public.';

let issuer: OutsideIssuer;
let gateway: Gateway;
let token: string;

beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
  const environment = { ...issuer.environment(), SANDBOX: 'false', ROLES: 'api', WEBHOOK_ALLOW_CIDRS: '10.1.0.0/16' };
  gateway = await Gateway.start({ environment });
  await makeWorld(gateway.app.database);
  const claims = { scope: 'webhook.read webhook.write', partner_id: 'BETA_PAY' };
  token = await issuer.token(gateway.clock.now(), { claims });
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
});

describe('outside sandbox mode the address of a configuration', () => {
  test.each([
    ['http://partner.example/hook', NOT_HTTPS],
    ['http://127.0.0.1/hook', NOT_HTTPS],
    ['https://127.0.0.1/hook', NOT_PUBLIC],
    ['https://2130706433/hook', NOT_PUBLIC],
    ['https://0x7f.1/hook', NOT_PUBLIC],
    ['https://[::1]/hook', NOT_PUBLIC],
    ['https://[::ffff:10.0.0.1]/hook', NOT_PUBLIC],
    ['https://169.254.169.254/latest/meta-data', NOT_PUBLIC],
    ['https://localhost/hook', NOT_PUBLIC],
  ])('cannot be %s, neither at creation nor in an update', async (uri, message) => {
    const refusal = { code: 'INVALID_PARAMETER', violations: [{ path: ['uri'], message }] };
    expect(await createConfiguration(gateway, { uri }, { token })).toMatchObject(refusal);
    const id = await newConfiguration(gateway, { uri: `https://1.1.1.1/${encodeURIComponent(uri)}` }, { token });
    expect(await updateConfiguration(gateway, { configurationId: id, uri }, { token })).toMatchObject(refusal);
  });

  test.each(['https://1.1.1.1/hook', 'https://[2606:4700:4700::1111]:8443/hook', 'https://10.1.2.3/opened-range'])(
    'can be %s',
    async (uri) => {
      expect(await createConfiguration(gateway, { uri }, { token })).toMatchObject({ configuration: { uri } });
    },
  );
});
