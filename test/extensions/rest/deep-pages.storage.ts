import { beforeAll, expect, test } from '@jest/globals';
import { archive } from '../../support/archive.ts';
import { newConfiguration } from '../../support/configurations.ts';
import { call, pathsOf } from '../../support/rest.ts';
import { gateway } from '../../support/shared-gateway.ts';

/** Messages of the newest day: 150 more than can be skipped one by one. */
const NEWEST = 10_150;
const OLDER = 150;
const PAGE = 100;

const dayAgo = (days: number) => new Date(gateway.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  const configurationId = await newConfiguration(gateway);
  const messageOf = (day: string) => (nth: number) => ({
    configurationId,
    eventName: 'PIX_CASH_IN_WAS_RECEIVED' as const,
    progress: 'SUCCESS' as const,
    sentDate: new Date(Date.parse(`${day}T12:00:00Z`) - nth * 1_000).toISOString(),
  });
  const [newest, older] = [messageOf(dayAgo(1)), messageOf(dayAgo(2))];
  await archive(gateway, [
    ...Array.from({ length: NEWEST }, (_, nth) => newest(nth)),
    ...Array.from({ length: OLDER }, (_, nth) => older(nth)),
  ]);
});

function search(page: number) {
  const query = `startDate=${dayAgo(2)}&endDate=${dayAgo(1)}&pageSize=${PAGE}&page=${page}`;
  return call(gateway, `GET /webhooks/processed-messages?${query}`, { client: 'beta-pay' });
}

test('10,000 messages of a day can be skipped by page number, more only by the link or as a whole day', async () => {
  const last = await search(10_000 / PAGE + 1);
  expect([last.status, last.body.data.length, last.body.meta.total]).toEqual([200, PAGE, NEWEST + OLDER]);

  const tooDeep = await search(10_000 / PAGE + 2);
  expect([tooDeep.status, pathsOf(tooDeep.body), tooDeep.body.errors[0].messages]).toEqual([
    400,
    ['page'],
    ['Follow the links, or narrow the period.'],
  ]);

  const { pathname, search: query } = new URL(last.body.links[0].url);
  const followed = await call(gateway, `GET ${pathname}${query}`, { client: 'beta-pay' });
  const sentDates = (body: { data: { sentDate: string }[] }) => body.data.map(({ sentDate }) => sentDate.slice(0, 10));
  expect(sentDates(followed.body)).toEqual([
    ...Array<string>(NEWEST - 10_000 - PAGE).fill(dayAgo(1)),
    ...Array<string>(2 * PAGE - (NEWEST - 10_000)).fill(dayAgo(2)),
  ]);

  const beyondTheDay = await search(10_000 / PAGE + 3);
  expect([beyondTheDay.status, sentDates(beyondTheDay.body)]).toEqual([200, Array<string>(PAGE).fill(dayAgo(2))]);
});
