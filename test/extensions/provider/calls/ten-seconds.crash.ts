import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OwnDatabase } from '../../../support/opened-database.ts';
import { fullestWindow, know, openClient, ProviderDouble, readCall } from './provider-double.ts';

/** The default rate. */
const RATE = { requests: 180, seconds: 10 };
const PARTNERS = ['ACME_PAY', 'BETA_PAY', 'GAMA_PAY'];
/** Concurrent calls of a partner in a process, as many as there is room for, and rounds: over two windows in all. */
const CONCURRENT = 16;
const TIMES = 4;

let own: OwnDatabase;
let double: ProviderDouble;

beforeAll(async () => {
  own = await OwnDatabase.open();
  double = await ProviderDouble.start();
  for (const partnerId of PARTNERS) await know(own, partnerId);
});
afterAll(async () => {
  await double.stop();
  await own.close();
});

test('no ten seconds have more than 180 requests, wherever they begin', async () => {
  const processes = [1, 2].map(() => openClient(own, double.url, { rate: RATE, timeoutMs: 60_000 }));
  const lanes = processes.flatMap(({ client }) => PARTNERS.map((partnerId) => ({ client, partnerId })));
  const replies = await Promise.all(
    lanes.flatMap(({ client, partnerId }) =>
      Array.from({ length: CONCURRENT }, async () => {
        const kinds: string[] = [];
        for (let nth = 0; nth < TIMES; nth += 1) kinds.push((await client.call(readCall({ partnerId }))).kind);
        return kinds;
      }),
    ),
  );
  expect(new Set(replies.flat())).toEqual(new Set(['ANSWERED']));
  expect(double.calls).toHaveLength(lanes.length * CONCURRENT * TIMES);
  expect(fullestWindow(double.got, 10_000)).toBeLessThanOrEqual(RATE.requests);
  await Promise.all(processes.map(({ client }) => client.close()));
});
