import { describe, expect, test } from '@jest/globals';
import { gateway } from '../../support/sandbox-gateway.ts';
import { call, pathsOf } from '../../support/rest.ts';

const MESSAGES = 'GET /webhooks/processed-messages';

interface Message {
  readonly state: string;
  readonly context: string;
}

describe('GET /webhooks/processed-messages', () => {
  const today = new Date().toISOString().slice(0, 10);
  const since = new Date(Date.now() - 150 * 86_400_000).toISOString().slice(0, 10);
  const search = `${MESSAGES}?startDate=${since}&endDate=${today}`;

  test('returns the same pages by number and by the link', async () => {
    const first = await call(gateway, `${search}&pageSize=3`);
    expect(first.body.meta).toEqual({ page: 1, pageSize: 3, total: expect.any(Number) });
    expect(first.body.meta.total).toBeGreaterThan(6);
    expect(first.body.data[0].sentDate).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+$/);
    expect(['Success', 'Failed', 'Hold']).toContain(first.body.data[0].state);
    let { body } = first;
    const pages = Math.min(6, Math.ceil(first.body.meta.total / 3));
    for (let page = 2; page <= pages; page += 1) {
      const [link] = body.links;
      expect([link.rel, link.method]).toEqual(['search_next_page_processed_message', 'GET']);
      const { pathname, search: query } = new URL(link.url);
      const byNumber = await call(gateway, `${search}&pageSize=3&page=${page}`);
      ({ body } = await call(gateway, `GET ${pathname}${query}`));
      expect(body.data.length).toBeGreaterThan(0);
      expect(byNumber.body.data).toEqual(body.data);
      expect(byNumber.body.meta).toEqual({ ...first.body.meta, page });
    }
  });

  test('accepts a link with another page number or page size', async () => {
    const link = (await call(gateway, `${search}&pageSize=5`)).body.links[0].url;
    const follow = (changes: Readonly<Record<string, string | undefined>>) => {
      const url = new URL(link);
      for (const [name, value] of Object.entries(changes))
        if (value === undefined) url.searchParams.delete(name);
        else url.searchParams.set(name, value);
      return call(gateway, `GET ${url.pathname}${url.search}`);
    };
    for (const [page, pageSize] of [
      ['3', '5'],
      ['4', '5'],
      ['1', '5'],
      ['2', '10'],
      ['6', '1'],
    ] as const) {
      const { body } = await follow({ page, pageSize });
      const plain = await call(gateway, `${search}&pageSize=${pageSize}&page=${page}`);
      expect(body).toEqual(plain.body);
      expect(body.meta.page).toBe(Number(page));
    }
    expect((await follow({ page: undefined })).body).toEqual((await follow({})).body);
  });

  test('returns an empty page beyond the end, with the true total', async () => {
    const { total } = (await call(gateway, search)).body.meta;
    const { body } = await call(gateway, `${search}&page=100000`);
    expect(body).toEqual({ data: [], links: [], meta: { page: 100_000, pageSize: 10, total } });
  });

  test('filters by the names of the partner API; unknown ones find nothing', async () => {
    const { body } = await call(gateway, `${search}&state=Success&context=Pix`);
    expect(new Set((body.data as Message[]).map(({ state, context }) => `${state} ${context}`))).toEqual(
      new Set(['Success Pix']),
    );
    for (const unknown of ['eventName=NOBODY', 'context=Nothing', 'context=PIX'])
      expect((await call(gateway, `${search}&${unknown}`)).body).toMatchObject({ data: [], meta: { total: 0 } });
  });

  test.each([
    ['', ['startDate', 'endDate']],
    [
      '?startDate=2026-02-30&endDate=x&state=SUCCESS&page=0&pageSize=101',
      ['startDate', 'endDate', 'state', 'page', 'pageSize'],
    ],
    ['?startDate=1999-01-01&endDate=1999-01-02', ['startDate']],
    ['?startDate=1999-01-01&endDate=1999-01-02&page=3', ['startDate']],
  ])('refuses %s', async (query, names) => {
    const { status, body } = await call(gateway, MESSAGES + query);
    expect([status, pathsOf(body)]).toEqual([400, names]);
  });

  test('refuses a cursor of another search', async () => {
    const { body } = await call(gateway, `${search}&pageSize=1`);
    const cursor = new URL(body.links[0].url).searchParams.get('cursor') ?? '';
    const other = await call(gateway, `${search}&pageSize=1&state=Failed&cursor=${cursor}`);
    const garbage = await call(gateway, `${search}&cursor=nothing`);
    for (const { status, body: refused } of [other, garbage])
      expect([status, refused.errors[0]]).toEqual([
        400,
        expect.objectContaining({ code: 'INVALID_CURSOR', propertyName: 'cursor' }),
      ]);
  });
});

test('GET /webhooks/configurations lists them, with the search itself as a link', async () => {
  const { body } = await call(gateway, 'GET /webhooks/configurations?status=Enabled&pageSize=1&page=2');
  expect(body.meta).toMatchObject({ page: 2, pageSize: 1 });
  expect(body.links).toEqual([
    {
      url: `${gateway.app.url}/webhooks/configurations?status=Enabled&page=2&pageSize=1`,
      rel: 'search_webhook',
      method: 'GET',
    },
  ]);
  const all = await call(gateway, 'GET /webhooks/configurations?status=Enabled');
  expect(body.data).toEqual((all.body.data as unknown[]).slice(1, 2));
});
