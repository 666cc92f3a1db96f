import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from './support/own-server.ts';
import { buildServer, EXAMPLE_DOCUMENTS, serverProcess, TestProcess } from './support/process.ts';
import { sentenceOf } from './support/sentence.ts';
import { copyOfWorld, TemporaryFolders } from './support/temporary-folders.ts';

// Folders: start-folder-failures.crash.ts. PostgreSQL: test/platform/postgres. Settings: config.test.ts.

const folders = new TemporaryFolders();

beforeAll(() => buildServer());
afterAll(async () => {
  await TestProcess.endAll();
  folders.remove();
});

const AUDIT = ['dist/server/run-command.js', 'audit', '--partner', 'ACME_PAY'];

function databaseAt(host: string, port: number) {
  return {
    DATABASE_URL: `postgresql://gateway:top-secret@${host}:${port}/bank`,
    SANDBOX: 'true',
    DATA_DIR: folders.make(),
  };
}

describe('a process without its database', () => {
  const cases = [
    ['nothing listens there', '127.0.0.1', /ECONNREFUSED 127\.0\.0\.1:\d+\. Start PostgreSQL there/],
    ['nothing listens at any address of the host', 'localhost', /ECONNREFUSED .*\. Start PostgreSQL there/],
    ['the host does not exist', 'nowhere.invalid', /nowhere\.invalid\. (Correct the host name|No DNS server)/],
  ] as const;

  test.each([...cases.map((row) => ['server', ...row] as const), ...cases.map((row) => ['command', ...row] as const)])(
    'names host and port and says what to do: a %s when %s',
    async (kind, _case, host, remedy) => {
      const port = await freePort();
      const environment = databaseAt(host, port);
      const sentence =
        kind === 'server'
          ? await waitingSentenceOf(serverProcess(environment))
          : await sentenceOf(new TestProcess(AUDIT, environment));
      expect(sentence).toContain(`The database "bank" at ${host}:${port}, which DATABASE_URL names, cannot be used: `);
      expect(sentence).toMatch(remedy);
      expect(sentence).not.toContain('top-secret');
    },
  );

  test.each<[string, (socket: Socket) => void]>([
    ['answers as a web server', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['hangs up', (socket) => void socket.destroy()],
    ['says nothing', () => undefined],
  ])('says so if what listens there %s', async (_case, answer) => {
    const { server, port } = await listening(answer);
    try {
      const started = serverProcess(databaseAt('127.0.0.1', port));
      const sentence = await waitingSentenceOf(started);
      expect(sentence).toMatch(new RegExp(`127\\.0\\.0\\.1:${port}, .*PostgreSQL.*: correct the host and port`));
    } finally {
      server.close();
    }
  });
});

/** Returns what a server logs while it waits for its database. */
async function waitingSentenceOf(started: TestProcess): Promise<string> {
  const [line] = await started.says(/^.*The gateway keeps trying\..*$/m);
  await started.end('SIGTERM');
  const { msg } = JSON.parse(line) as { msg: string };
  return msg;
}

async function listening(answer: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const port = await freePort();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, port };
}

describe('a process that cannot listen', () => {
  test.each([
    [
      'HOST belongs to another machine',
      { HOST: '203.0.113.7' },
      /EADDRNOTAVAIL.* HOST is not an address of this machine/,
    ],
    ['HOST does not exist', { HOST: 'nowhere.invalid' }, /nowhere\.invalid.* Set HOST to an address of this machine/],
    ['HOST is a URL', { HOST: 'http://0.0.0.0' }, /Set HOST to an address of this machine/],
  ])('says what to do when %s', async (_case, environment, remedy) => {
    const sentence = await sentenceOf(
      serverProcess({ DATA_DIR: copyOfWorld(folders), SANDBOX: 'true', ...environment }),
    );
    expect(sentence).toMatch(/^The gateway cannot listen on PORT 0 of HOST \S+: /);
    expect(sentence).toMatch(remedy);
  });
});

/** Copies the built server, with nothing beside it. */
function copyOfServer(): string {
  const folder = join(folders.make(), 'server');
  cpSync('dist/server', folder, { recursive: true });
  return folder;
}

describe('an incomplete installation', () => {
  test('says how to repair it if packages are missing', async () => {
    const started = serverProcess({ DATA_DIR: folders.make() }, join(copyOfServer(), 'main.js'));
    expect(await sentenceOf(started)).toMatch(/^A package is missing .*@electric-sql.*\. Run "npm ci"\.\n$/);
  });

  test('says how to repair it if a part of the build is missing', async () => {
    const server = copyOfServer();
    rmSync(join(server, 'documents'), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(server, '..', 'node_modules'));
    const started = serverProcess({ DATA_DIR: copyOfWorld(folders), ...EXAMPLE_DOCUMENTS }, join(server, 'main.js'));
    expect(await sentenceOf(started)).toMatch(
      /^The built server is incomplete: .*documents.*\. Run "npm run build"\.\n$/,
    );
  });
});
