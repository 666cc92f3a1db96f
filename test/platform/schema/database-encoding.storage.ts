import { afterAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { entities, migrations } from '../../../src/capabilities.ts';
import { openDatabase } from '../../../src/platform/open-database.ts';
import { migrate } from '../../../src/platform/schema/migrate.ts';
import { onServer, serverUrl, urlOf } from '../../support/test-database.ts';

(serverUrl === undefined ? describe.skip : describe)('a new database', () => {
  const server = serverUrl ?? '';
  const names: string[] = [];

  afterAll(async () => {
    for (const name of names) await onServer(server, `drop database if exists ${name} with (force)`);
  });

  async function migrateNew(encoding: string): Promise<void> {
    const name = `gateway_test_encoding_${randomUUID().slice(-12)}`;
    names.push(name);
    await onServer(server, `create database ${name} encoding '${encoding}' locale 'C' template template0`);
    const url = urlOf(server, name);
    const opened = await openDatabase({ url, dataDirectory: 'memory://', poolSize: 4, entities, migrations });
    try {
      await migrate(opened, () => Promise.resolve());
    } finally {
      await opened.close();
    }
  }

  test.each(['LATIN1', 'WIN1252'])('is refused in %s, which cannot store all names', async (encoding) => {
    await expect(migrateNew(encoding)).rejects.toThrow(
      new RegExp(`^DATABASE_URL names a database with the encoding ${encoding}, .*: create it with .*\\.$`),
    );
  });

  test.each(['UTF8', 'SQL_ASCII'])('is migrated in %s', async (encoding) => {
    await expect(migrateNew(encoding)).resolves.toBeUndefined();
  });
});
