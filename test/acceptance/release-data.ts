import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { WrittenLedger } from './ledger.ts';

const RELEASES = fileURLToPath(new URL('releases/', import.meta.url));
/** The databases of a cluster are nearly equal: with so large a window the copies cost nothing. */
const WINDOW_LOG = 27;
const LEVEL = 19;
/** More than any stored dump has. */
const BYTES_MAX = 2 ** 30;

/** Storage of a release's data: a folder of the embedded database, or a PostgreSQL database as SQL. */
export type Storage = 'folder' | 'postgresql';

const FILES: Readonly<Record<Storage, string>> = { folder: 'data.tar.zst', postgresql: 'database.sql.zst' };

/** Ports of the endpoints with pending messages: the worlds of both storages run concurrently. */
export const ENDPOINT_PORTS: Readonly<Record<Storage, number>> = { folder: 4018, postgresql: 4019 };

/** Returns the newest release with stored data. */
export function lastRelease(): string {
  const [last] = readdirSync(RELEASES).toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  if (last === undefined) throw new Error('There are no data of a release: make some with "npm run release-data".');
  return last;
}

export function writeData(release: string, storage: Storage, data: Buffer, ledger: WrittenLedger): void {
  const folder = join(RELEASES, release);
  mkdirSync(folder, { recursive: true });
  const params = { [constants.ZSTD_c_windowLog]: WINDOW_LOG, [constants.ZSTD_c_compressionLevel]: LEVEL };
  writeFileSync(join(folder, FILES[storage]), zstdCompressSync(data, { params }));
  writeFileSync(join(folder, `${storage}.json`), `${JSON.stringify(ledger, null, 1)}\n`);
}

export function readData(release: string, storage: Storage): Buffer {
  return zstdDecompressSync(readFileSync(join(RELEASES, release, FILES[storage])), { maxOutputLength: BYTES_MAX });
}

export function readLedger(release: string, storage: Storage): WrittenLedger {
  return JSON.parse(readFileSync(join(RELEASES, release, `${storage}.json`), 'utf8')) as WrittenLedger;
}

export function packFolder(folder: string): Buffer {
  return execFileSync('tar', ['--create', '--sort=name', '--directory', folder, '.'], { maxBuffer: BYTES_MAX });
}

export function unpackFolder(data: Buffer, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['--extract', '--directory', folder], { input: data });
}
