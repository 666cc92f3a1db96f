import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { BadPersistedDocument, KnownDocuments } from '../../../../src/platform/graphql/documents/known-documents.ts';
import { readPersistedDocuments } from '../../../../src/platform/graphql/documents/read-persisted-documents.ts';
import { Gateway } from '../../../support/gateway.ts';

const ACCOUNT = 'query Account($number: String!) { paymentAccount(number: $number) { branch } }';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'persisted-manifest-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function manifest(content: unknown): Promise<string> {
  const file = join(directory, `${randomUUID()}.json`);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

/** Returns why a manifest is not served. */
async function faultOf(file: string): Promise<string> {
  try {
    const documents = new KnownDocuments(schema, await readPersistedDocuments(file), { only: false });
    return `It has ${[...documents.persisted].length} documents.`;
  } catch (error) {
    return error instanceof BadPersistedDocument ? error.message : String(error);
  }
}

describe('a manifest', () => {
  const deep = `{ paymentAccounts { nodes ${'{ pockets { nodes { account '.repeat(4)} { id } ${' } } }'.repeat(4)} } }`;

  test.each<[string, unknown, string]>([
    ['that is not JSON', '{', 'is not JSON.'],
    ['that is a list', [], 'is not a JSON object of documents by id.'],
    ['whose document is not a string', { a1: 7 }, 'The persisted document "a1" is not a string.'],
    ['whose document does not parse', { a1: '{' }, 'The persisted document "a1" cannot be served: Syntax Error'],
    [
      'whose document selects an unknown field',
      { a1: ACCOUNT, b2: '{ nothing }' },
      'The persisted document "b2" cannot be served: Cannot query field "nothing"',
    ],
    [
      'whose document is too deep',
      { c3: deep },
      'The persisted document "c3" cannot be served: The document has more than',
    ],
  ])('%s is not served', async (_case, content, message) => {
    expect(await faultOf(await manifest(content))).toContain(message);
  });

  test('that does not exist is not served', async () => {
    expect(await faultOf(join(directory, 'none.json'))).toMatch(
      /^PERSISTED_DOCUMENTS names .*none\.json, which cannot/,
    );
  });

  test('with an invalid document stops the start', async () => {
    const file = await manifest({ a1: '{ nothing }' });
    const starting = Gateway.start({ environment: { PERSISTED_DOCUMENTS: file } });
    await expect(starting).rejects.toThrow('The persisted document "a1" cannot be served');
  });
});
