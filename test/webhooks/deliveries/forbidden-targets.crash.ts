import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OutsideIssuer } from '../../platform/auth/outside-issuer.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { configurationInput, CREATE_CONFIGURATION, sql } from '../../support/webhooks.ts';
import { forgetThePast, makeWorld } from '../../support/world.ts';

/** A public address, to which nothing is sent here. */
const PUBLIC_URI = 'https://93.184.216.34/hook';

let issuer: OutsideIssuer;
let gateway: Gateway;
let token: string;
/** Represents everything internal that must not be reached. */
let inside: Server;
let port: number;
let connections = 0;

/** A gateway outside sandbox mode, on a database that has the sandbox's partners nevertheless. */
beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
  inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, resolve));
  ({ port } = inside.address() as AddressInfo);
  gateway = await Gateway.start({ environment: { ...issuer.environment(), SANDBOX: 'false' } });
  await makeWorld(gateway.app.database);
  await forgetThePast(gateway.app.database);
  const scope = 'webhook.read webhook.write pocket.create';
  token = await issuer.token(gateway.clock.now(), { claims: { scope } });
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
  await new Promise((resolve) => inside.close(resolve));
});

async function create(uri: string) {
  const events = { context: 'POCKET', eventName: 'POCKET_ACCOUNT_WAS_CREATED' };
  const variables = { input: configurationInput({ uri, ...events }) };
  return (await gateway.data({ query: CREATE_CONFIGURATION, variables, token })).createWebhookConfiguration;
}

test.each([
  'https://localhost:{port}/',
  'https://localhost.:{port}/',
  'https://hook.localhost:{port}/',
  'https://LOCALHOST:{port}/',
  'https://127.0.0.1:{port}/',
  'https://127.0.0.1.:{port}/',
  'https://127.1:{port}/',
  'https://2130706433:{port}/',
  'https://0x7f.1:{port}/',
  'https://0177.0.0.1:{port}/',
  'https://１２７.０.０.１:{port}/',
  'https://0.0.0.0:{port}/',
  'https://0:{port}/',
  'https://[::]:{port}/',
  'https://[::1]:{port}/',
  'https://[::ffff:127.0.0.1]:{port}/',
  'https://[::127.0.0.1]:{port}/',
  'https://[64:ff9b::7f00:1]:{port}/',
  'https://[2002:7f00:1::]:{port}/',
  'https://[fe80::1]:{port}/',
  'https://[fd00::1]:{port}/',
  'https://10.0.0.1:{port}/',
  'https://172.16.0.1:{port}/',
  'https://192.168.0.1:{port}/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1:{port}/',
  'https://224.0.0.1:{port}/',
  'https://255.255.255.255:{port}/',
  'https://user:secret@93.184.216.34/',
  'http://93.184.216.34/',
])('outside sandbox mode no configuration is created for %s', async (form) => {
  expect(await create(form.replace('{port}', String(port)))).toMatchObject({
    __typename: 'InvalidInputError',
    code: 'INVALID_PARAMETER',
    violations: [{ path: ['uri'], message: expect.any(String) }],
  });
  expect(connections).toBe(0);
});

test.each([
  ['https://127.0.0.1:{port}/', 'the address of the host is not allowed'],
  ['https://localhost:{port}/', 'the address of the host is not allowed'],
  ['https://[::ffff:127.0.0.1]:{port}/', 'the address of the host is not allowed'],
  ['http://127.0.0.1:{port}/', 'The URL is not https.'],
])('a configuration that has %s nevertheless is neither pinged nor sent to', async (form, error) => {
  const { configuration } = await create(`${PUBLIC_URI}?${randomUUID()}`);
  const uri = form.replace('{port}', String(port));
  await sql(gateway, 'update webhook_configuration set uri = ? where id = ?', [uri, configuration.id]);
  const query = `mutation ($id: ID!) {
    pingWebhookConfiguration(input: { configurationId: $id }) { ... on PingWebhookConfigurationSuccess { attempt { httpStatus error } } }
  }`;
  const { pingWebhookConfiguration: ping } = await gateway.data({ query, variables: { id: configuration.id }, token });
  expect(ping).toEqual({ attempt: { httpStatus: null, error: 'ADDRESS_NOT_ALLOWED' } });
  await gateway.data({ query: CREATE_POCKET, variables: { input: pocketInput() }, token });
  const attempts = await eventually(async () => {
    const rows = await sql<{ error: string }>(
      gateway,
      `select attempt.error from webhook_attempt as attempt
       join webhook_message as message on message.id = attempt.message_id where message.configuration_id = ?`,
      [configuration.id],
    );
    return rows.length > 0 && rows;
  });
  expect(attempts).toEqual([{ error }]);
  expect(connections).toBe(0);
  await sql(gateway, `update webhook_configuration set status = 'DISABLED' where id = ?`, [configuration.id]);
  await sql(gateway, 'delete from pocket');
});
