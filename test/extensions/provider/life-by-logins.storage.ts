import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrate } from '../../../src/operator/migrate-command.ts';
import { readExamples } from '../../../src/playground/examples/read-examples.ts';
import { SANDBOX_PARTNERS } from '../../../src/playground/sandbox-world/sandbox-world.ts';
import { commandNamed } from '../../support/command-named.ts';
import { DividedGateway } from '../../support/divided-gateway.ts';
import { ExampleRun } from '../../support/examples.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { programs } from '../../support/own-server.ts';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { TestProcess } from '../../support/process.ts';
import { ThreeLogins } from '../../support/three-logins.ts';
import { bodyOf, EVENT_KEYS, signed, sendEvent } from './events/provider-events.ts';

const withServer = programs().postgres === undefined ? describe.skip : describe;
const provider = commandNamed('provider');
const REFUSED = /ERROR: {2}(?:permission denied|must be |new row violates row-level).*/g;
/** What a provider lacks is refused in front of it. */
const LACKED = [
  'changePixEntryAccount',
  'closePocket',
  'pocketTransaction',
  'redeemFromPocket',
  'requestDetailedAnalysis',
  'saveToPocket',
  'simulateDecision',
  'simulateStatus',
];
const examples = (await readExamples()).filter(
  ({ kind, field }) => kind !== 'subscriptions' && !LACKED.includes(field),
);

withServer('a gateway in front of a provider, by its three logins', () => {
  let logins: ThreeLogins;
  let bank: Gateway;
  let divided: DividedGateway;
  let controlUrl: string;

  beforeAll(async () => {
    [logins, bank] = await Promise.all([ThreeLogins.make(), Gateway.start({ environment: { ANALYSIS_SECONDS: '0' } })]);
    await logins.operate(migrate);
    for (const { clientId, id } of SANDBOX_PARTNERS) {
      const { publicKey, secret: signingSecret } = EVENT_KEYS['acme-pay'];
      const events = clientId === 'acme-pay' ? { publicKey, signingSecret } : {};
      const credentials = JSON.stringify({ clientId, clientSecret: `${clientId}-secret`, ...events });
      await logins.operate(provider, ['put', id], credentials);
    }
    const ports = { PORT: '0', CONTROL_PORT: '0' };
    const proxy = new TestProcess(['scripts/fault-proxy.mjs', '--target', bank.app.url], ports);
    const [, url = '', control = ''] = await proxy.says(/^(\S+) leads to .* at (\S+)$/m);
    controlUrl = control;
    divided = await DividedGateway.start(logins, { PROVIDER: 'rest', PROVIDER_URL: url, PROVIDER_RATE: '0' });
  });
  afterAll(async () => {
    await TestProcess.endAll();
    await divided.stop();
    await Promise.all([bank.stop(), logins.remove()]);
  });

  test.each(['list', 'settle'])('is operated with the owner’s login: provider %s', async (action) => {
    expect(await logins.operate(provider, [action])).toMatchObject({ code: 0, errors: '' });
  });

  test.each(examples)('ends $path', async (example) => {
    const { __typename: endsIn } = await new ExampleRun(divided.api, example).ending();
    expect(endsIn).toBe(example.endsIn);
  });

  test('finds the outcome of a mutation whose answer was lost, with the login of the worker', async () => {
    await fetch(controlUrl, { method: 'POST', body: JSON.stringify({ kind: 'cut', times: 3 }) });
    const { body } = await divided.api.ask({ query: CREATE_POCKET, variables: { input: pocketInput() } });
    const open = `select count(*) from provider_intent where state in ('RUNNING', 'UNKNOWN')`;
    await eventually(async () => (await logins.sql('postgres', open)) === '0');
    expect(await logins.sql('postgres', `select state from provider_intent order by id desc limit 1`)).toBe(
      'SUCCEEDED',
    );
    expect(body.errors).toMatchObject([{ extensions: { code: 'SERVICE_UNAVAILABLE' } }]);
  });

  test('accepts an event of the provider with the login that serves', async () => {
    const event = bodyOf(divided.api);
    const body = JSON.stringify(event);
    expect((await sendEvent(divided.api, body, signed(divided.api, body))).status).toBe(202);
    const logged = `select count(*) from event where entity_id = '${String(event['entityId'])}'`;
    await eventually(async () => (await logins.sql('postgres', logged)) === '1');
  });

  test('is refused nothing by the database, and none of its loops fails', async () => {
    expect(logins.server.log.match(REFUSED)).toBeNull();
    expect(await divided.failedLoops()).toEqual([]);
  });
});
