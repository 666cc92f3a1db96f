import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import type { Provider } from '../../../../src/extensions/provider/calls/open-provider.ts';
import { slotOf } from '../../../../src/extensions/provider/gate/call-budget.rules.ts';
import { eventually } from '../../../support/gateway.ts';
import { OwnDatabase } from '../../../support/opened-database.ts';
import { forgetFaults, know, openClient, ProviderDouble, readCall } from '../calls/provider-double.ts';

let own: OwnDatabase;
let double: ProviderDouble;
let provider: Provider;
/** Responses to requests of ACME_PAY that are not answered yet. */
let held: ServerResponse[];

beforeAll(async () => {
  own = await OwnDatabase.open();
  await know(own, 'ACME_PAY');
  await know(own, 'BETA_PAY');
});
beforeEach(async () => {
  await forgetFaults(own);
  double = await ProviderDouble.start();
  provider = openClient(own, double.url);
  await Promise.all([call(), call({ partnerId: 'BETA_PAY' })]);
  held = [];
  double.answer = ({ client }, response) => {
    if (client === 'ACME_PAY') held.push(response);
    else response.end();
  };
});
afterEach(async () => {
  await provider.client.close();
  await double.stop();
});
afterAll(() => own.close());

const call = (...changes: Parameters<typeof readCall>) => provider.client.call(readCall(...changes));
const calls = (count: number, ...changes: Parameters<typeof readCall>) =>
  Array.from({ length: count }, () => call(...changes));
const holding = (count: number) => eventually(() => Promise.resolve(held.length === count));

describe('a partner whose calls hang', () => {
  test('has eight of them in flight, and others continue', async () => {
    const hanging = calls(30);
    await holding(8);
    const others = await Promise.all(calls(30, { partnerId: 'BETA_PAY' }));
    expect(others.every(({ kind }) => kind === 'ANSWERED')).toBe(true);
    expect(held).toHaveLength(8);
    double.answer = (_got, response) => void response.end();
    for (const response of held) response.end();
    expect((await Promise.all(hanging)).every(({ kind }) => kind === 'ANSWERED')).toBe(true);
  });

  test('has 64 waiting; one more is not sent, unless it is a mutation', async () => {
    const reads = calls(72);
    await holding(8);
    expect(await call()).toEqual({ kind: 'NOT_SENT', retryAfterSeconds: 1 });
    const mutation = call({ priority: 'MUTATION', path: '/mutation', method: 'POST' });
    const resumption = await call({ priority: 'RESUMPTION' });
    expect(resumption).toEqual({ kind: 'NOT_SENT', retryAfterSeconds: 1 });
    double.answer = (_got, response) => void response.end();
    for (const response of held) response.end();
    const replies = await Promise.all([...reads, mutation]);
    expect(replies.filter(({ kind }) => kind === 'NOT_SENT')).toHaveLength(1);
    expect(await mutation).toMatchObject({ kind: 'ANSWERED' });
  });

  test('has mutations sent before reads, and resumptions last', async () => {
    const first = calls(8);
    await holding(8);
    const sent = double.calls.length;
    const later = (['RESUMPTION', 'READ', 'MUTATION'] as const).map((priority) =>
      call({ priority, path: `/${priority}` }),
    );
    for (let nth = 0; nth < 3; nth += 1) {
      held[nth]?.end();
      await holding(9 + nth);
    }
    expect(double.calls.slice(sent).map(({ path }) => path)).toEqual(['/MUTATION', '/READ', '/RESUMPTION']);
    for (const response of held) response.end();
    await Promise.all([...first, ...later]);
  });

  test('gets NOT_SENT for calls without a turn in time', async () => {
    const hanging = calls(8);
    await holding(8);
    expect(await call({ timeoutMs: 20 })).toEqual({ kind: 'NOT_SENT', retryAfterSeconds: 1 });
    for (const response of held) response.end();
    await Promise.all(hanging);
  });
});

describe('the slots of a rate', () => {
  test.each([
    [
      { requests: 180, seconds: 10 },
      { calls: 15, seconds: 1 },
    ],
    [
      { requests: 12, seconds: 10 },
      { calls: 1, seconds: 1 },
    ],
    [
      { requests: 11, seconds: 10 },
      { calls: 1, seconds: 2 },
    ],
    [
      { requests: 2, seconds: 10 },
      { calls: 1, seconds: 11 },
    ],
    [
      { requests: 5_000, seconds: 60 },
      { calls: 80, seconds: 1 },
    ],
  ])('of %j are %j', (rate, slot) => {
    expect(slotOf(rate)).toEqual(slot);
  });

  test('keep every window within the rate, wherever it begins and with a second of jitter', () => {
    for (let requests = 2; requests < 400; requests += 7)
      for (const seconds of [1, 2, 7, 10, 60]) {
        const slot = slotOf({ requests, seconds });
        // A call of a slot is sent between its beginning and a second after its end: a window touches this many slots.
        const touched = Math.ceil((seconds + 1) / slot.seconds) + 1;
        expect(touched * slot.calls).toBeLessThanOrEqual(requests);
      }
  });
});
