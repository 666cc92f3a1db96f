import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { gateway } from '../../support/shared-gateway.ts';
import { setPocketLimit } from '../../support/pockets.ts';
import { cashInInput, simulateCashIn } from '../../support/cash-ins.ts';
import { call, type RestCall } from '../../support/rest.ts';
import { data as pocket, pocketCall, POCKETS } from './pocket-call.ts';

beforeAll(() => setPocketLimit(gateway, '200001', 100));

interface Link {
  readonly rel: string;
  readonly method: string;
  readonly url: string;
}

const follow = ({ method, url }: Link, options: RestCall = {}) =>
  call(gateway, `${method} ${new URL(url).pathname}`, options);
const money = (value: number) => ({ value, currency: 'BRL' });

/** Returns the links of a new pocket, by what they are. */
async function newPocket(): Promise<{ number: string; links: Readonly<Record<string, Link>> }> {
  const { body } = await call(gateway, POCKETS, pocketCall({ body: { data: pocket } }));
  const links = Object.fromEntries((body.links as Link[]).map((link) => [link.rel, link]));
  return { number: String(body.data.number), links };
}

function linkOf(links: Readonly<Record<string, Link>>, rel: string): Link {
  const link = links[rel];
  if (link === undefined) throw new Error(`There is no link ${rel}.`);
  return link;
}

const keyed = (body: object, key: string = randomUUID()): RestCall => ({ body, headers: { 'idempotency-key': key } });
const saving = (value: unknown, description?: string) => ({
  data: { amount: { value, currency: 'BRL' }, description },
});

const sequencesOf = (entries: readonly { sequence: number }[]) => entries.map(({ sequence }) => sequence);

describe('the links of a new pocket', () => {
  test('are all followed: it is read, filled, emptied and closed', async () => {
    await simulateCashIn(gateway, cashInInput({ amount: '100.00' }));
    const { number, links } = await newPocket();
    expect((await follow(linkOf(links, 'get_pocket'))).status).toBe(200);
    const saved = await follow(linkOf(links, 'create_pocket_transaction_savings'), keyed(saving(10.5, 'School trip')));
    const code = String(saved.body.data.authenticationCode);
    const address = `${gateway.app.url}/pockets/${number}`;
    expect([saved.status, saved.headers.get('location')]).toEqual([202, `${address}/transactions/${code}`]);
    expect(saved.body).toEqual({
      data: {
        authenticationCode: code,
        type: 'SAVING',
        status: 'DONE',
        amount: money(10.5),
        description: 'School trip',
        pocket: { number },
        createdAt: expect.any(String),
      },
      links: [
        { url: `${address}/transactions/${code}`, rel: 'get_pocket_transaction', method: 'GET' },
        { url: `${address}/balances`, rel: 'get_pocket_balances', method: 'GET' },
      ],
    });
    const shown = await follow(saved.body.links[0]);
    expect([shown.status, shown.body]).toEqual([200, saved.body]);
    const balances = await follow(linkOf(links, 'get_pocket_balances'));
    expect(balances.body).toEqual({ data: { total: money(10.5), available: money(10.5), hold: money(0) } });
    const closing = await follow(linkOf(links, 'close_pocket'), { body: { data: {} } });
    expect([closing.status, closing.body.errors[0].code]).toEqual([422, 'POCKET_HAS_BALANCE']);
    const redeems = `POST /pockets/${number}/transactions/redeems`;
    expect((await call(gateway, redeems, keyed(saving('10.50')))).status).toBe(202);
    expect((await follow(linkOf(links, 'close_pocket'), { body: { data: {} } })).status).toBe(204);
  });
});

describe('a saving', () => {
  test('is replayed by its key, which is required', async () => {
    const { number } = await newPocket();
    const path = `POST /pockets/${number}/transactions/savings`;
    const lacking = await call(gateway, path, { body: saving(1) });
    expect([lacking.status, lacking.body.errors[0].propertyName]).toEqual([400, 'idempotency-key']);
    const key = randomUUID();
    const [first, again] = [
      await call(gateway, path, keyed(saving(1), key)),
      await call(gateway, path, keyed(saving('1.00'), key)),
    ];
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 202, 'true']);
    expect(again.body).toEqual(first.body);
  });

  test('is refused with the codes of the schema', async () => {
    const { number } = await newPocket();
    const send = async (body: object, to = number) => {
      const answer = await call(gateway, `POST /pockets/${to}/transactions/savings`, keyed(body));
      const [error] = answer.body.errors;
      return [answer.status, error.code, error.propertyName];
    };
    expect(await send(saving(0))).toEqual([400, 'INVALID_PARAMETER', 'data.amount.value']);
    expect(await send(saving(1), '9BRL')).toEqual([404, 'POCKET_NOT_FOUND', 'pocketNumber']);
    expect(await send(saving(99_999_999))).toEqual([422, 'INSUFFICIENT_FUNDS', 'data.amount.value']);
    expect(await send({ data: { amount: { value: 1, currency: 'USD' } } })).toEqual([
      422,
      'CURRENCY_MISMATCH',
      'data.amount.currency',
    ]);
  });

  test('of another pocket is not found', async () => {
    const [one, other] = [await newPocket(), await newPocket()];
    const { body } = await call(gateway, `POST /pockets/${one.number}/transactions/savings`, keyed(saving(1)));
    const code = String(body.data.authenticationCode);
    expect((await call(gateway, `GET /pockets/${one.number}/transactions/${code}`)).status).toBe(200);
    for (const path of [
      `/pockets/${other.number}/transactions/${code}`,
      `/pockets/${one.number}/transactions/${randomUUID()}`,
    ]) {
      const answer = await call(gateway, `GET ${path}`);
      expect([answer.status, answer.body.errors[0].code]).toEqual([404, 'POCKET_TRANSACTION_NOT_FOUND']);
    }
  });
});

describe('an account', () => {
  test('shows its balance apart, or with itself if that is asked for', async () => {
    const { body } = await call(gateway, 'GET /accounts/200001/balances');
    const { total, available, hold } = body.data;
    expect([Number(available.value) + Number(hold.value), total.currency]).toEqual([total.value, 'BRL']);
    const amount = (value: number) => ({ amount: value, currency: 'BRL' });
    const included = await call(gateway, 'GET /accounts/200001?includeBalance=true');
    expect(included.body.balance).toEqual({
      available: amount(available.value),
      inProcess: amount(hold.value),
      blocked: amount(0),
    });
    for (const query of ['', '?includeBalance=false'])
      expect(Object.keys((await call(gateway, `GET /accounts/200001${query}`)).body)).not.toContain('balance');
    expect((await call(gateway, 'GET /accounts/999999/balances')).status).toBe(404);
  });

  test('shows its statement in pages, by number and by link', async () => {
    const { number } = await newPocket();
    for (const value of [1, 2, 3])
      await call(gateway, `POST /pockets/${number}/transactions/savings`, keyed(saving(value, 'x')));
    const statement = (query: string) => call(gateway, `GET /accounts/200001/statement?${query}`);
    const { body } = await statement('pageSize=2');
    expect(body.meta).toEqual({ page: 1, pageSize: 2, total: body.data[0].sequence });
    expect(body.data[0]).toEqual({
      sequence: body.meta.total,
      kind: 'SAVING',
      amount: money(-3),
      balanceAfter: { value: expect.any(Number), currency: 'BRL' },
      occurredAt: expect.any(String),
      authenticationCode: expect.any(String),
      description: 'x',
    });
    const second = await statement('pageSize=2&page=2');
    expect(sequencesOf(second.body.data)).toEqual([body.meta.total - 2, body.meta.total - 3]);
    const [next] = body.links as Link[];
    const linked = await call(gateway, `GET ${(next?.url ?? '').replace(gateway.app.url, '')}`);
    expect(linked.body.data).toEqual(second.body.data);
    expect((await statement('page=9999')).body.data).toEqual([]);
    expect((await call(gateway, 'GET /accounts/200001/statement', { scope: 'account.read' })).status).toBe(200);
    expect((await call(gateway, 'GET /accounts/200001/statement', { scope: 'pocket.read' })).status).toBe(403);
  });
});
