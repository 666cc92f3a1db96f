import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Provider } from '../../../../src/extensions/provider/calls/open-provider.ts';
import { eventually } from '../../../support/gateway.ts';
import { OwnDatabase } from '../../../support/opened-database.ts';
import { CREATE_POCKET, pocketInput } from '../../../support/pockets.ts';
import { answer, BeforeAnother } from '../intents/before-another.ts';
import { forgetFaults, know, openClient, ProviderDouble, readCall, type Got } from './provider-double.ts';

/** Faults in a row that open the breaker. */
const FAULTS = 5;
const UP = { state: 'UP' };
const DOWN = { state: 'DOWN' };

test('a provider that was never reachable is known to be down', async () => {
  const before = await BeforeAnother.start();
  await before.double.stop();
  await eventually(async () => {
    for (const client of ['acme-pay', 'beta-pay'])
      await before.gateway.ask({ query: CREATE_POCKET, variables: { input: pocketInput() }, client });
    const { viewer } = await before.gateway.data({ query: '{ viewer { provider { state } } }' });
    return viewer.provider.state === 'DOWN';
  });
  expect(before.double.got).toEqual([]);
  await before.stop();
});

describe('a token that cannot be sent in a header', () => {
  let before: BeforeAnother;

  beforeAll(async () => {
    before = await BeforeAnother.start();
  });
  afterAll(() => before.stop());

  test.each(['z\r\nx: y', 'zé😀', 'two words', ''])(
    'is invalid: nothing is sent, nothing stays open: %j',
    async (token) => {
      const { double, gateway } = before;
      double.tokenAnswer = (_got, response) => {
        answer(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 100 });
      };
      const read = { query: '{ paymentAccount(number: "999999") { number } }' };
      for (const request of [{ query: CREATE_POCKET, variables: { input: pocketInput() } }, read]) {
        const { status, body } = await gateway.ask(request);
        expect([status, body.errors?.[0]?.extensions['code']]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      }
      const { viewer } = await gateway.data({ query: '{ viewer { provider { openOutcomes } } }' });
      expect(viewer.provider.openOutcomes).toBe(0);
      expect(double.calls).toEqual([]);
    },
  );

  test('is requested again soon', async () => {
    before.double.tokenAnswer = undefined;
    before.answering(422, { code: 'INVALID_ACCOUNT_STATUS' });
    const made = await eventually(async () => {
      const { body } = await before.gateway.ask({ query: CREATE_POCKET, variables: { input: pocketInput() } });
      return body.errors === undefined && body.data?.createPocket;
    });
    expect(made).toMatchObject({ code: 'INVALID_ACCOUNT_STATUS' });
  });
});

describe('a request for a token', () => {
  let own: OwnDatabase;
  let double: ProviderDouble;
  /** Processes on one database: each requests its own tokens. */
  let providers: Provider[];

  beforeAll(async () => {
    own = await OwnDatabase.open();
    await know(own, 'ACME_PAY');
    await know(own, 'BETA_PAY', { clientSecret: 'wrong' });
  });
  beforeEach(async () => {
    await forgetFaults(own);
    double = await ProviderDouble.start();
    providers = [];
  });
  afterEach(async () => {
    for (const { client } of providers) await client.close();
    await double.stop();
  });
  afterAll(() => own.close());

  function opened(): Provider {
    const provider = openClient(own, double.url);
    providers.push(provider);
    return provider;
  }

  const cut = (_got: Got, _response: unknown, socket: Socket) => void socket.destroy();

  /** Calls from this many processes, which do not share tokens; returns the kinds of the replies. */
  async function calls(partnerId: string, processes = FAULTS): Promise<readonly string[]> {
    const kinds: string[] = [];
    for (let nth = 0; nth < processes; nth += 1) {
      const { client, gate } = opened();
      kinds.push((await client.call(readCall({ partnerId }))).kind);
      await gate.settled();
    }
    return kinds;
  }

  /** Calls until a probe is sent; returns the kind of its reply. */
  async function probed(): Promise<string> {
    const { client, gate } = opened();
    const before = double.got.length;
    return eventually(async () => {
      const { kind } = await client.call(readCall());
      await gate.settled();
      return double.got.length > before && kind;
    });
  }

  test('that is refused does not count as a fault of the provider', async () => {
    expect(new Set(await calls('BETA_PAY', 2 * FAULTS))).toEqual(new Set(['CREDENTIALS_REFUSED']));
    expect(double.tokenCalls).toHaveLength(2 * FAULTS);
    const { client, gate } = opened();
    expect(await gate.status()).toMatchObject(UP);
    expect((await client.call(readCall())).kind).toBe('ANSWERED');
  });

  test.each([
    ['is cut', cut],
    [
      'is an error of the provider',
      ((_got, response) => void response.writeHead(503).end()) satisfies typeof double.answer,
    ],
  ])(
    'that %s is a fault, and one that is answered ends the outage that such faults began',
    async (_what, tokenAnswer) => {
      double.tokenAnswer = tokenAnswer;
      await calls('ACME_PAY');
      expect(await opened().gate.status('ACME_PAY')).toMatchObject(DOWN);
      double.tokenAnswer = undefined;
      expect(await probed()).toBe('ANSWERED');
      expect(await opened().gate.status('ACME_PAY')).toMatchObject(UP);
    },
  );

  test('that is refused ends an outage that token requests of others began', async () => {
    double.tokenAnswer = cut;
    for (let nth = 0; nth < FAULTS; nth += 1) {
      const { client, gate } = opened();
      for (const partnerId of ['ACME_PAY', 'BETA_PAY']) await client.call(readCall({ partnerId }));
      await gate.settled();
    }
    expect(await opened().gate.status()).toMatchObject(DOWN);
    double.tokenAnswer = undefined;
    await eventually(async () => {
      await calls('BETA_PAY', 1);
      return (await opened().gate.status()).state === 'UP';
    });
  });

  test('that is answered leaves the probe to the call if calls have failed', async () => {
    double.answer = cut;
    await calls('ACME_PAY');
    expect(await opened().gate.status('ACME_PAY')).toMatchObject(DOWN);
    const ofPartner = `select state, rest_seconds as "restSeconds", since::text from provider_gate where scope = 'ACME_PAY'`;
    const [{ since } = { since: '' }] = await own.sql<{ since: string }>(ofPartner);
    const callsBefore = double.calls.length;
    expect(await probed()).toBe('UNANSWERED');
    expect(double.calls).toHaveLength(callsBefore + 1);
    // It was never closed meanwhile, and pauses for longer.
    const row = { state: 'OPEN', restSeconds: 2, since };
    expect(await own.sql(ofPartner)).toEqual([row]);
  });
});
