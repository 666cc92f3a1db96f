import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OwnDisk } from './faults/own-disk.ts';
import { GatewayProcess } from './support/gateway-process.ts';
import { buildServer, SERVER, serverProcess, TestProcess } from './support/process.ts';
import { sentenceOf } from './support/sentence.ts';
import { copyOfWorld, TemporaryFolders } from './support/temporary-folders.ts';
import { serverUrl } from './support/test-database.ts';

const folders = new TemporaryFolders();
const embedded = serverUrl === undefined ? describe : describe.skip;
const isRoot = process.getuid?.() === 0;
/** Id of Debian's user `nobody`. */
const NOBODY = 65_534;
const disk = new OwnDisk(undefined);
const onOwnDisk = disk.isOwn ? embedded : describe.skip;

beforeAll(() => buildServer());
afterAll(async () => {
  await TestProcess.endAll();
  disk.remove();
  folders.remove();
});

const DAMAGED = /is damaged and cannot be opened: restore it from a copy/;

embedded('a start on a folder with something wrong in it', () => {
  test.each<[string, RegExp, (folder: string) => void]>([
    [
      'with another version of PostgreSQL',
      /contains a database of PostgreSQL 15, but this release uses \d+: start the release that created it/,
      (folder) => {
        writeFileSync(join(folder, 'pglite', 'PG_VERSION'), '15\n');
      },
    ],
    [
      'with an invalid PG_VERSION',
      DAMAGED,
      (folder) => {
        writeFileSync(join(folder, 'pglite', 'PG_VERSION'), 'garbage');
      },
    ],
    [
      'without PG_VERSION',
      /has files but no PG_VERSION.*: restore it from a copy/,
      (folder) => {
        rmSync(join(folder, 'pglite', 'PG_VERSION'));
      },
    ],
    [
      'with half a control file',
      DAMAGED,
      (folder) => {
        truncateSync(join(folder, 'pglite', 'global', 'pg_control'), 100);
      },
    ],
    [
      'without its write-ahead log',
      DAMAGED,
      (folder) => {
        for (const name of readdirSync(join(folder, 'pglite', 'pg_wal')))
          rmSync(join(folder, 'pglite', 'pg_wal', name), { recursive: true });
      },
    ],
    [
      'without its tables',
      DAMAGED,
      (folder) => {
        rmSync(join(folder, 'pglite', 'base'), { recursive: true });
      },
    ],
    [
      'with a read-only file',
      /write permission/,
      (folder) => {
        chmodSync(join(folder, 'pglite', 'global', 'pg_control'), 0o444);
      },
    ],
    [
      'with half a signing key',
      /sandbox-signing-key\.json contains no signing key of the sandbox: delete it/,
      (folder) => {
        writeFileSync(join(folder, 'sandbox-signing-key.json'), '{"kty":"EC","d":');
      },
    ],
    [
      'with a signing key of another kind',
      /sandbox-signing-key\.json contains no signing key of the sandbox: delete it/,
      (folder) => {
        writeFileSync(join(folder, 'sandbox-signing-key.json'), '{"kty":"oct","k":"AQAB","d":"AQAB"}');
      },
    ],
  ])('%s names the folder, says what to do, and leaves no lock', async (_case, remedy, breakIt) => {
    const folder = copyOfWorld(folders);
    breakIt(folder);
    const sentence = await sentenceOf(serverProcess({ DATA_DIR: folder }));
    expect(sentence).toContain(folder);
    expect(sentence).toMatch(remedy);
    expect(readdirSync(folder).filter((name) => name.startsWith('gateway.pid'))).toEqual([]);
  });

  test('is not refused because of an unreadable lock, which is replaced', async () => {
    const folder = copyOfWorld(folders);
    writeFileSync(join(folder, 'gateway.pid'), Buffer.from([0, 255, 10, 200]));
    const gateway = await GatewayProcess.start({ DATA_DIR: folder });
    expect(await gateway.process.end('SIGTERM')).toMatchObject({ code: 0 });
  });
});

describe('a start on an invalid folder', () => {
  test.each([
    ['is a file', (file: string) => file],
    ['lies in a file', (file: string) => join(file, 'data')],
  ])('says so if it %s', async (_case, folderFor) => {
    const file = join(folders.make(), 'file');
    writeFileSync(file, '');
    const sentence = await sentenceOf(serverProcess({ DATA_DIR: folderFor(file) }));
    expect(sentence).toMatch(
      /^The folder \S+, which DATA_DIR names, cannot be used: .*A file is in the place of a folder/,
    );
  });

  test.each(['/proc/data', '/proc/data/deep'])('says so if no folder can be created there: %s', async (folder) => {
    const sentence = await sentenceOf(serverProcess({ DATA_DIR: folder }));
    expect(sentence).toMatch(
      /^The folder \S+, which DATA_DIR names, cannot be used: ENOENT: .*\. No folder can be created there: choose another with DATA_DIR\.\n$/,
    );
  });

  test('says so if its name is a URL', async () => {
    const sentence = await sentenceOf(serverProcess({ DATA_DIR: 'file:///tmp/data' }));
    expect(sentence).toMatch(/^DATA_DIR is "file:\/\/\/tmp\/data": write a folder/);
  });

  test('creates it if it is missing, with its parent folders', async () => {
    const folder = join(folders.make(), 'deep', 'deeper');
    const gateway = await GatewayProcess.start({ DATA_DIR: folder });
    expect(await gateway.process.end('SIGTERM')).toMatchObject({ code: 0 });
  });
});

/** Starts the server as a user other than root, which can write everywhere. */
function asNobody(environment: Readonly<Record<string, string>>): TestProcess {
  if (!isRoot) return serverProcess(environment);
  const script = `process.setgid(${NOBODY}); process.setuid(${NOBODY}); await import('./${SERVER}');`;
  return new TestProcess(['--input-type=module', '--eval', script], { PORT: '0', LOG_LEVEL: 'warn', ...environment });
}

describe('a start on a folder of another user', () => {
  test.each([
    ['the folder itself', (folder: string) => folder],
    ['one in it', (folder: string) => join(folder, 'deep', 'data')],
  ])('says so: %s', async (_case, folderFor) => {
    const folder = folders.make();
    chmodSync(folder, 0o555);
    const sentence = await sentenceOf(asNobody({ DATA_DIR: folderFor(folder) }));
    expect(sentence).toMatch(
      /EACCES: .*\. Give the user that runs the gateway write permission, or choose another folder/,
    );
  });
});

embedded('a start on files of another user', () => {
  test('says so', async () => {
    const folder = copyOfWorld(folders);
    chmodSync(join(folder, 'pglite', 'global', 'pg_control'), 0o444);
    if (isRoot) chownSync(folder, NOBODY, NOBODY);
    const sentence = await sentenceOf(asNobody({ DATA_DIR: folder }));
    expect(sentence).toMatch(/EACCES: .*pglite.*\. Give the user that runs the gateway write permission/);
  });
});

onOwnDisk('a start on a disk of its own', () => {
  const folder = join(disk.folder, 'data');
  const FULL = /ENOSPC: .*\. Free at least 100 MB, or choose another folder with DATA_DIR\.\n$/;

  test.each([0, 20_000_000])('says that it is full with %i bytes left, and uses none of them', async (bytes) => {
    disk.fill(bytes);
    expect(await sentenceOf(serverProcess({ DATA_DIR: folder }))).toMatch(FULL);
    expect(readdirSync(folder)).toEqual([]);
    disk.clear();
  });

  test('succeeds once there is room, and says so if there is none later', async () => {
    const first = await GatewayProcess.start({ DATA_DIR: folder });
    expect(await first.process.end('SIGTERM')).toMatchObject({ code: 0 });
    disk.fill();
    expect(await sentenceOf(serverProcess({ DATA_DIR: folder }))).toMatch(FULL);
    disk.clear();
    const second = await GatewayProcess.start({ DATA_DIR: folder });
    expect(await second.process.end('SIGTERM')).toMatchObject({ code: 0 });
  });

  test('says that it is read-only', async () => {
    execFileSync('mount', ['-o', 'remount,ro', disk.folder]);
    const sentence = await sentenceOf(serverProcess({ DATA_DIR: folder }));
    execFileSync('mount', ['-o', 'remount,rw', disk.folder]);
    expect(sentence).toMatch(/EROFS: .*\. Its file system is read-only: make it writable, or choose another folder/);
  });
});
