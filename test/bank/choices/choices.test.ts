import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readOccupationLabels } from '../../../src/bank/choices/occupation-labels.ts';
import { newPocket } from '../../../src/bank/pockets/new-pocket.value.ts';
import { isOccupation } from '../../../src/bank/registrations/occupations.value.ts';
import { address, check, phone, wrongPaths } from '../../support/registration-requests.ts';
import { gateway } from '../../support/shared-gateway.ts';

interface Choice {
  readonly code: string;
  readonly label: string;
}

const ALL =
  '{ occupations { code label } states { code label } currencies { code label } diallingCodes { code label } blocked: diallingCodes(allowed: false) { code label } }';

async function choices(query: string): Promise<Record<string, Choice[]>> {
  const { body } = await gateway.ask({ query, client: null });
  return body.data as Record<string, Choice[]>;
}

function get(query: string, headers: Record<string, string> = {}) {
  return fetch(`${gateway.app.url}/graphql?${new URLSearchParams({ query }).toString()}`, {
    headers: { 'apollo-require-preflight': 'yes', ...headers },
  });
}

describe('choices', () => {
  test('need no token, and have a label each', async () => {
    const lists = await choices(ALL);
    for (const list of Object.values(lists)) {
      expect(list.every(({ label }) => label.trim() !== '')).toBe(true);
      expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
    }
    expect(lists['occupations']?.map(({ code }) => code)).toEqual(
      Array.from({ length: 105 }, (_, nth) => `OCP${String(nth + 1).padStart(4, '0')}`),
    );
    expect(lists['states']).toHaveLength(27);
    expect(lists['states']).toContainEqual({ code: 'SP', label: 'São Paulo' });
    expect(lists['currencies']).toContainEqual({ code: 'BRL', label: 'Brazilian Real' });
    expect(lists['diallingCodes']).toContainEqual({ code: '55', label: 'Brazil' });
    expect(lists['blocked']).toContainEqual({ code: '7', label: 'Kazakhstan, Russia' });
  });

  test('are what mutations check', async () => {
    const { occupations = [], states = [], currencies = [], diallingCodes = [], blocked = [] } = await choices(ALL);
    const codes = (list: readonly Choice[]) => list.map(({ code }) => code);
    expect(codes(occupations).every(isOccupation)).toBe(true);
    const letters = Array.from({ length: 26 }, (_, nth) => String.fromCharCode(65 + nth));
    const pairs = letters.flatMap((one) => letters.map((other) => one + other));
    expect(pairs.filter((state) => wrongPaths(address({ state })).length === 0)).toEqual(codes(states));
    const numbers = Array.from({ length: 1_000 }, (_, nth) => String(nth));
    const isCode = (code: string) => !wrongPaths({ phone: phone(code, '1').phone }).includes('phone.countryCode');
    expect(numbers.filter(isCode)).toEqual(
      codes([...diallingCodes, ...blocked]).sort((one, other) => Number(one) - Number(other)),
    );
    expect(check(address({ state: 'SP' }))).not.toHaveProperty('violations');
    const triples = pairs.flatMap((pair) => letters.map((letter) => pair + letter));
    const request = {
      accountNumber: '200001',
      user: { name: 'Maria', document: { value: '10020030240', type: 'CPF' }, birthDate: '1990-01-31' },
      label: 'Travel',
      useCase: 'CORPORATE_EXPENSES',
    } as const;
    const accepted = triples.filter((currency) => !('violations' in newPocket({ ...request, currency })));
    expect(accepted).toEqual(codes(currencies));
  });

  test('have labels in two languages', async () => {
    const { occupations, currencies } = await choices(
      '{ occupations(locale: "en") { code label } currencies(locale: "pt-BR") { code label } }',
    );
    expect(occupations?.[4]).toEqual({ code: 'OCP0005', label: 'Sample occupation 5' });
    expect(currencies).toContainEqual({ code: 'BRL', label: 'Real brasileiro' });
    const { body } = await gateway.ask({ query: '{ currencies(locale: "fr") { code } }', client: null });
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'locale' });
  });
});

describe('the response to a GET', () => {
  test('can be kept for a day, and is not sent again', async () => {
    const first = await get(ALL);
    expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
    const etag = first.headers.get('etag') ?? '';
    const again = await get(ALL, { 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    const other = await get('{ states { code } }', { 'if-none-match': etag });
    expect([other.status, other.headers.get('etag') === etag]).toEqual([200, false]);
  });

  test('can be kept by the client alone if it has a token', async () => {
    const response = await get(ALL, { authorization: `Bearer ${await gateway.token('acme-pay')}` });
    expect(response.headers.get('cache-control')).toBe('private, max-age=86400');
  });

  test.each(['{ states { code } errorCatalogue { code } }', '{ __typename }', '{ currencies(locale: "fr") { code } }'])(
    'is not kept: %s',
    async (query) => {
      const response = await get(query);
      expect([response.headers.get('cache-control'), response.headers.get('etag')]).toEqual(['no-store', null]);
    },
  );

  test('is kept only for a GET', async () => {
    const { headers } = await gateway.ask({ query: ALL, client: null });
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
  });
});

describe('a file of labels', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'occupations-'))));
  afterAll(() => rm(folder, { recursive: true }));

  async function read(content: string | Buffer) {
    const file = join(folder, 'occupations.json');
    await writeFile(file, content);
    return readOccupationLabels(file);
  }

  test('has labels by code', async () => {
    expect(await read('{ "OCP0002": " Padeiro " }')).toEqual(new Map([['OCP0002', 'Padeiro']]));
  });

  test.each([
    ['[]', /is not a JSON object of labels/],
    ['{', /is not JSON/],
    [Buffer.from('{"OCP0001": "\xe9"}', 'latin1'), /is not UTF-8/],
    ['{ "OCP0106": "x" }', /names "OCP0106", which is not an occupation code/],
    ['{ "OCP0001": " " }', /has no text as the label of OCP0001/],
    ['{ "OCP0001": 1 }', /has no text as the label of OCP0001/],
  ])('is refused: %s', async (content, problem) => {
    await expect(read(content)).rejects.toThrow(problem);
  });

  test('must be readable', async () => {
    await expect(readOccupationLabels(join(folder, 'none.json'))).rejects.toThrow(/which cannot be read/);
  });
});
