import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Provider } from '../../../../src/extensions/provider/calls/open-provider.ts';
import { eventually } from '../../../support/gateway.ts';
import { OwnDatabase } from '../../../support/opened-database.ts';
import { forgetFaults, know, openClient, ProviderDouble, readCall } from '../calls/provider-double.ts';

const MINUTE_SECONDS = 60;
let own: OwnDatabase;
let double: ProviderDouble;
/** Two processes. */
let one: Provider;
let other: Provider;

beforeAll(async () => {
  own = await OwnDatabase.open();
  await know(own, 'ACME_PAY');
  await know(own, 'BETA_PAY');
});
beforeEach(async () => {
  await forgetFaults(own);
  double = await ProviderDouble.start();
  [one, other] = [openClient(own, double.url), openClient(own, double.url)];
});
afterEach(async () => {
  await Promise.all([one.client.close(), other.client.close()]);
  await double.stop();
});
afterAll(() => own.close());

const callOf = (provider: Provider, partnerId = 'ACME_PAY') => provider.client.call(readCall({ partnerId }));
const fail = (status: number, headers = {}) => {
  double.answer = (_got, response) => {
    response.writeHead(status, headers).end();
  };
};
const mend = () => {
  fail(200);
};

describe('the breaker', () => {
  test('opens at the fifth fault in a row, for all processes, and closes after a probe', async () => {
    await Promise.all([callOf(one), callOf(other)]);
    fail(500);
    for (let nth = 0; nth < 5; nth += 1) expect(await callOf(nth < 2 ? one : other)).toEqual({ kind: 'UNANSWERED' });
    await Promise.all([one.gate.settled(), other.gate.settled()]);
    // Its first pause is one second, and a busy machine can take longer to check.
    await own.sql(`update provider_gate set next_probe_at = now() + interval '1 hour' where state = 'OPEN'`);
    // Each caches what it has read before for a moment.
    for (const { gate } of [one, other])
      await eventually(async () => ((await gate.status('ACME_PAY')).retryAfterSeconds ?? 0) > MINUTE_SECONDS);
    expect(await one.gate.status()).toMatchObject({ state: 'UP' });
    const sent = double.calls.length;
    expect(await callOf(other)).toMatchObject({ kind: 'NOT_SENT', retryAfterSeconds: expect.any(Number) });
    expect(double.calls).toHaveLength(sent);
    mend();
    await own.sql('update provider_gate set next_probe_at = now()');
    await eventually(async () => (await callOf(one)).kind === 'ANSWERED');
    await eventually(async () => (await callOf(other)).kind === 'ANSWERED');
    expect(await one.gate.status('ACME_PAY')).toMatchObject({ state: 'UP', retryAfterSeconds: undefined });
  });

  test('lets one probe pass across all processes, and pauses twice as long when it fails', async () => {
    await Promise.all([callOf(one), callOf(other)]);
    await own.sql(`update provider_gate set state = 'OPEN', opened_at = now(), rest_seconds = 1,
      next_probe_at = now() where scope = ''`);
    await eventually(
      async () => (await one.gate.status()).state === 'DOWN' && (await other.gate.status()).state === 'DOWN',
    );
    fail(503);
    const sent = double.calls.length;
    const replies = await Promise.all([one, other, one, other].map((provider) => callOf(provider)));
    await Promise.all([one.gate.settled(), other.gate.settled()]);
    expect(replies.map(({ kind }) => kind).toSorted()).toEqual(['NOT_SENT', 'NOT_SENT', 'NOT_SENT', 'UNANSWERED']);
    expect(double.calls).toHaveLength(sent + 1);
    expect(await own.sql(`select state::text, rest_seconds from provider_gate where scope = ''`)).toEqual([
      { state: 'OPEN', rest_seconds: 2 },
    ]);
  });

  test('pauses no longer than 30 s', async () => {
    await callOf(one);
    await own.sql(`update provider_gate set state = 'OPEN', opened_at = now(), rest_seconds = 30,
      next_probe_at = now() where scope = ''`);
    await eventually(async () => (await one.gate.status()).state === 'DOWN');
    fail(503);
    await callOf(one);
    await one.gate.settled();
    expect(await own.sql(`select rest_seconds from provider_gate where scope = ''`)).toEqual([{ rest_seconds: 30 }]);
  });

  test('stays closed for faults with answers in between, and for refusals', async () => {
    for (let nth = 0; nth < 6; nth += 1) {
      fail(500);
      await callOf(one);
      await one.gate.settled();
      mend();
      await callOf(one);
      await one.gate.settled();
    }
    fail(409);
    for (let nth = 0; nth < 6; nth += 1) await callOf(one);
    expect((await callOf(one)).kind).toBe('ANSWERED');
  });

  test('stays closed if calls of one partner fail and others, begun later, are answered', async () => {
    await Promise.all([callOf(one), callOf(one, 'BETA_PAY')]);
    const held: (() => void)[] = [];
    double.answer = ({ client }, response) => {
      if (client === 'ACME_PAY') held.push(() => response.writeHead(500).end());
      else response.end();
    };
    const hanging = Array.from({ length: 8 }, () => callOf(one));
    await eventually(() => Promise.resolve(held.length === 8));
    expect((await callOf(one, 'BETA_PAY')).kind).toBe('ANSWERED');
    for (const end of held) end();
    await Promise.all(hanging);
    await one.gate.settled();
    expect(await one.gate.status()).toMatchObject({ state: 'UP' });
  });
});

describe('faults of one partner', () => {
  const failFor = (...clients: readonly string[]) => {
    double.answer = ({ client }, response) => {
      response.writeHead(clients.includes(client) ? 500 : 200).end();
    };
  };

  test('close the way for no other, however many they are', async () => {
    await Promise.all([callOf(one), callOf(one, 'BETA_PAY'), callOf(other, 'BETA_PAY')]);
    failFor('ACME_PAY');
    for (let nth = 0; nth < 12; nth += 1) await callOf(nth < 6 ? one : other);
    await Promise.all([one.gate.settled(), other.gate.settled()]);
    await eventually(async () => (await other.gate.status('ACME_PAY')).state === 'DOWN');
    expect((await callOf(one, 'BETA_PAY')).kind).toBe('ANSWERED');
    expect((await callOf(other, 'BETA_PAY')).kind).toBe('ANSWERED');
    expect(await other.gate.status('BETA_PAY')).toMatchObject({ state: 'UP' });
  });

  test('and of another close it for all', async () => {
    await Promise.all([callOf(one), callOf(one, 'BETA_PAY')]);
    failFor('ACME_PAY', 'BETA_PAY');
    for (let nth = 0; nth < 6; nth += 1) await Promise.all([callOf(one), callOf(one, 'BETA_PAY')]);
    await one.gate.settled();
    expect(await one.gate.status()).toMatchObject({ state: 'DOWN' });
  });
});

describe('too many requests', () => {
  test('pause that partner for Retry-After, in all processes, and no other partner', async () => {
    await Promise.all([callOf(one), callOf(other)]);
    fail(429, { 'retry-after': '40' });
    expect(await callOf(one)).toEqual({ kind: 'NOT_SENT', retryAfterSeconds: 40 });
    mend();
    const sent = double.calls.length;
    expect((await callOf(one)).kind).toBe('NOT_SENT');
    await eventually(async () => (await other.gate.status('ACME_PAY')).state === 'LIMITED');
    expect((await callOf(other)).kind).toBe('NOT_SENT');
    expect(double.calls).toHaveLength(sent);
    expect((await callOf(one, 'BETA_PAY')).kind).toBe('ANSWERED');
    expect(await one.gate.status('BETA_PAY')).toMatchObject({ state: 'UP' });
    await own.sql(`update provider_gate set rests_until = now() where scope = 'ACME_PAY'`);
    await eventually(async () => (await callOf(other)).kind === 'ANSWERED');
  });

  test.each(['3601', '99999999999', '9'.repeat(400)])('pause that partner for an hour at most: %s', async (seconds) => {
    fail(429, { 'retry-after': seconds });
    expect(await callOf(one)).toEqual({ kind: 'NOT_SENT', retryAfterSeconds: 3_600 });
    mend();
    expect((await callOf(one, 'BETA_PAY')).kind).toBe('ANSWERED');
  });

  test('pause that partner for five minutes without Retry-After, and all once they are those of a second one', async () => {
    await Promise.all([callOf(one), callOf(other), callOf(one, 'BETA_PAY')]);
    fail(429);
    expect(await callOf(one)).toEqual({ kind: 'NOT_SENT', retryAfterSeconds: 300 });
    mend();
    expect((await callOf(one, 'BETA_PAY')).kind).toBe('ANSWERED');
    fail(429);
    expect(await callOf(one, 'BETA_PAY')).toEqual({ kind: 'NOT_SENT', retryAfterSeconds: 300 });
    await eventually(async () => (await other.gate.status()).state === 'LIMITED');
  });
});
