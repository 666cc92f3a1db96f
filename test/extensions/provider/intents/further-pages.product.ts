import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../../support/gateway.ts';
import { accountInput, REGISTER_PIX_ENTRY } from '../../../support/pix.ts';
import { sql } from '../../../support/webhooks.ts';
import { CREATE_POCKET, pocketInput } from '../../../support/pockets.ts';
import { answer, BeforeAnother } from './before-another.ts';

/** Longer than it takes until a mutation that is not found counts as not executed. */
const AFTER_LOOKS_SECONDS = 70;
/** Longer than a key is replayed at the provider. */
const AFTER_REPLAYS_SECONDS = 400;

const LONG_AGO = '2026-01-31T12:00:00.000Z';

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start();
});
afterAll(() => before.stop());

const evp = (createdAt: string) => ({ type: 'EVP', value: randomUUID(), createdAt });
const now = () => before.gateway.clock.now().toISOString();

/** Lists of the provider by their query, such as `?page=2`; the last one stands for all others. */
type Pages = Readonly<Record<string, object>>;

/**
 * The provider never answers the mutation, and shows these pages of its list after it, and an empty one before; without a
 * first page, there is no list.
 */
function listing(number: string, list: string, pages: Pages): void {
  let wasSent = false;
  before.double.answer = ({ path, body }, response) => {
    wasSent ||= body !== '';
    const [resource, query = ''] = path.split('?');
    if (resource === `/accounts/${number}`)
      answer(response, 200, {
        ...{ branch: '0001', number, type: 'PAYMENT', status: 'ACTIVE', createdAt: LONG_AGO },
        bank: { ispb: '99990001', code: '990', name: 'Banco Exemplo S.A.' },
      });
    else if (resource === `/accounts/${number}/${list}` && pages[query] !== undefined)
      answer(response, 200, wasSent ? pages[query] : []);
    else answer(response, 500, {});
  };
}

async function sendUnanswered(query: string, input: object): Promise<void> {
  const { status } = await before.gateway.ask({ query, variables: { input } });
  expect(status).toBe(503);
}

/**
 * Returns the state after the mutation was decided, or was searched for in vain after some seconds. Advances the clock
 * in small steps: each search is followed by a backoff, and must not outlive its lease.
 */
async function stateAfter(seconds: number, key: string): Promise<string> {
  before.gateway.clock.advance(seconds);
  const find = async () => {
    const [row] = await sql<{ state: string; tries: number }>(
      before.gateway,
      'select state, tries from provider_intent where key = ?',
      [key],
    );
    return row ?? { state: 'NONE', tries: 0 };
  };
  const { tries } = await find();
  return eventually(async () => {
    before.gateway.clock.advance(1);
    const found = await find();
    return (found.state !== 'RUNNING' || found.tries > tries + 1) && found.state;
  });
}

describe('a key whose registration was not answered', () => {
  const keyOf = async (number: string, pages: Pages) => {
    const idempotencyKey = randomUUID();
    listing(number, 'addressing-keys', pages);
    const addressingKey = { type: 'EVP' };
    await sendUnanswered(REGISTER_PIX_ENTRY, { addressingKey, account: accountInput(number), idempotencyKey });
    return stateAfter(AFTER_LOOKS_SECONDS, idempotencyKey);
  };
  const old = () => evp(LONG_AGO);

  test('is found in a list of keys without dates', async () => {
    const { type, value } = evp(now());
    expect(await keyOf('200001', { '': [{ type, value }] })).toBe('SUCCEEDED');
  });

  test('is found on the page that a link leads to', async () => {
    const link = { rel: 'next', url: 'https://elsewhere.example/accounts/1?cursor=a%2Fb&page=2' };
    const pages = {
      '': { data: [old()], links: [link] },
      'cursor=a%2Fb&page=2': { data: [evp(now())], links: [{ rel: 'prev', url: '/?page=1' }] },
    };
    expect(await keyOf('200001', pages)).toBe('SUCCEEDED');
  });

  test('is found on the page that the total implies', async () => {
    const meta = { pageSize: 1, total: 3 };
    const pages = {
      '': { data: [old()], meta: { page: 1, ...meta } },
      'page=2': { data: [old()], meta: { page: 2, ...meta } },
      'page=3': { data: [evp(now())], meta: { page: 3, ...meta } },
    };
    expect(await keyOf('200001', pages)).toBe('SUCCEEDED');
  });

  test('is found if pages that have moved meanwhile show it twice', async () => {
    const [made, meta] = [evp(now()), { pageSize: 1, total: 2 }];
    const pages = { '': { data: [made, made], meta: { ...meta, total: 3 } }, 'page=2': { data: [made, old(), old()] } };
    expect(await keyOf('200001', pages)).toBe('SUCCEEDED');
  });

  test('is unknown if another page shows a second one', async () => {
    const meta = { pageSize: 1, total: 2 };
    const pages = { '': { data: [evp(now())], meta }, 'page=2': { data: [evp(now())], meta: { ...meta, page: 2 } } };
    expect(await keyOf('200002', pages)).toBe('UNKNOWN');
  });

  test.each<[string, object, object]>([
    ['200003', { meta: { total: 3 } }, { data: [evp(LONG_AGO)], meta: { total: 3 } }],
    ['200004', { meta: { total: '3' } }, {}],
    ['200005', { links: { next: '/accounts/200005/addressing-keys?page=2' } }, {}],
  ])('stays open if further pages cannot be read: %s, %j', async (number, more, second) => {
    const first = { data: [old()], ...more };
    expect(await keyOf(number, { '': first, 'page=2': second })).toBe('RUNNING');
  });
});

describe.each([
  ['200001', 'addressing-keys', 'RUNNING'],
  ['200001', 'pockets', 'RUNNING'],
  ['7654321', 'addressing-keys', 'NOT_EXECUTED'],
  ['7654321', 'pockets', 'NOT_EXECUTED'],
])('a 404 for a list of the account %s: %s', (number, list, state) => {
  test('says something only if there is no account either', async () => {
    before.double.answer = ({ path, body }, response) => {
      answer(response, body === '' && path.startsWith('/accounts/') ? 404 : 500, {});
    };
    const idempotencyKey = randomUUID();
    if (list === 'pockets') {
      await sendUnanswered(CREATE_POCKET, pocketInput({ accountNumber: number, idempotencyKey }));
    } else {
      const addressingKey = { type: 'EVP' };
      await sendUnanswered(REGISTER_PIX_ENTRY, { addressingKey, account: accountInput(number), idempotencyKey });
    }
    expect(await stateAfter(AFTER_REPLAYS_SECONDS, idempotencyKey)).toBe(state);
  });
});

describe('a pocket whose creation was not answered as such', () => {
  const long = { createdAt: LONG_AGO, label: 'Of long ago' };

  test.each<[string, string, (made: object) => Pages]>([
    ['found if a list shows it twice', 'SUCCEEDED', (made) => ({ '': { data: [made, made] } })],
    [
      'found on a further page',
      'SUCCEEDED',
      (made) => ({
        '': { data: [{ ...made, label: 'Another' }], meta: { total: 2 } },
        'page=2': { data: [{ ...made, number: '2000017778BRL' }], meta: { total: 2 } },
      }),
    ],
    [
      'not executed if it is not among the newest, however many older ones there are',
      'NOT_EXECUTED',
      (made) => ({
        '': {
          data: [
            { ...made, label: 'Another' },
            { ...made, ...long, number: '2000017779BRL' },
          ],
          meta: { total: 1_000 },
        },
      }),
    ],
  ])('is %s', async (_what, state, pages) => {
    const input = pocketInput({ accountNumber: '200001', label: `Label ${randomUUID()}` });
    const made = {
      ...{ number: '2000017777BRL', label: input['label'], currency: 'BRL', status: 'ACTIVE', reason: 'CREATED' },
      ...{ category: 'POCKET', useCase: input['useCase'], createdAt: now(), user: input['user'] },
    };
    listing('200001', 'pockets', pages(made));
    // It is answered with a list, so that the pocket is looked for at once.
    await before.gateway.ask({ query: CREATE_POCKET, variables: { input } });
    expect(await stateAfter(AFTER_REPLAYS_SECONDS, String(input['idempotencyKey']))).toBe(state);
  });
});
