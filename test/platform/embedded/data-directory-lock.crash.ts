import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/gateway.ts';
import { TemporaryFolders } from '../../support/gateway-process.ts';
import { TestProcess } from '../../support/process.ts';

const folders = new TemporaryFolders();
/** Id of a process that has ended: almost certainly no other process has it. */
let gonePid: number;

beforeAll(async () => {
  const gone = new TestProcess(['--eval', '0']);
  await gone.ended;
  gonePid = gone.pid;
});
afterAll(async () => {
  await TestProcess.endAll();
  folders.remove();
});

const lockIn = (folder: string) => join(folder, 'gateway.pid');

const MODULE = new URL('../../../src/platform/embedded/data-directory-lock.ts', import.meta.url).href;
const IMPORT = `import { DataDirectoryInUse, lockDataDirectory } from ${JSON.stringify(MODULE)};`;

/** Locks its folders one after the other, prints the results, and unlocks them on SIGTERM. */
const LOCKER = `
  ${IMPORT}
  const unlocks = [];
  const results = process.argv.slice(1).map((folder) => {
    try {
      unlocks.push(lockDataDirectory(folder));
      return 'locked';
    } catch (error) {
      return error instanceof DataDirectoryInUse ? error.message : 'failed: ' + error.stack;
    }
  });
  process.on('SIGTERM', () => { for (const unlock of unlocks) unlock(); process.exit(0); });
  setInterval(() => {}, 1_000);
  process.stdout.write(JSON.stringify(results) + '\\n');
`;

const FLAGS = ['--experimental-strip-types', '--no-warnings', '--input-type=module'];
const onLinux = process.platform === 'linux' ? describe : describe.skip;

function typescriptProcess(script: string, args: readonly string[]): TestProcess {
  return new TestProcess([...FLAGS, '--eval', script, ...args]);
}

function ownerIn(folder: string): string | undefined {
  return existsSync(lockIn(folder)) ? readFileSync(lockIn(folder), 'utf8') : undefined;
}

async function lock(...wanted: string[]): Promise<{ owner: TestProcess; results: string[] }> {
  const owner = typescriptProcess(LOCKER, wanted);
  const [, results = '[]'] = await owner.says(/^(\[.*\])$/m);
  return { owner, results: JSON.parse(results) as string[] };
}

describe('the lock of a data folder', () => {
  test('creates the folder, names its process, and is gone after unlocking', async () => {
    const folder = join(folders.make(), 'deep', 'data');
    const { owner } = await lock(folder);
    expect(Number.parseInt(readFileSync(lockIn(folder), 'utf8'), 10)).toBe(owner.pid);
    expect(await owner.end('SIGTERM')).toMatchObject({ code: 0 });
    expect(existsSync(lockIn(folder))).toBe(false);
  });

  test('refuses a second process, and the same one again, with a message that names folder and owner', async () => {
    const folder = folders.make();
    const first = await lock(folder, folder);
    const second = await lock(folder);
    const sentence = new RegExp(`^The folder ${folder} is in use by process ${first.owner.pid}: .+\\.$`);
    expect(first.results).toEqual(['locked', expect.stringMatching(sentence)]);
    expect(second.results).toEqual([expect.stringMatching(sentence)]);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'is free for the next process after the %s of its owner',
    async (signal) => {
      const folder = folders.make();
      const { owner } = await lock(folder);
      await owner.end(signal);
      expect((await lock(folder)).results).toEqual(['locked']);
    },
  );

  test('is taken over from an owner that cannot be alive', async () => {
    // The start time of a process is known on Linux only; elsewhere a reused process id counts as alive.
    const reused = process.platform === 'linux' ? [`${process.pid} 1`] : [];
    const owners = [`${gonePid} 1`, `${gonePid} `, '', 'who knows', '0 ', '-1 ', ...reused];
    const left = owners.map((text) => {
      const folder = folders.make();
      writeFileSync(lockIn(folder), text);
      return folder;
    });
    const { owner, results } = await lock(...left);
    expect(results).toEqual(owners.map(() => 'locked'));
    for (const folder of left) expect(readFileSync(lockIn(folder), 'utf8')).toMatch(new RegExp(`^${owner.pid}\\b`));
  });
});

onLinux('the lock of a process that was killed', () => {
  test('is taken over even if its parent never reaps it', async () => {
    const folder = folders.make();
    const nodeArgs = [process.execPath, ...FLAGS, '--eval', LOCKER, folder];
    // The shell becomes a program that never reaps its child, as is often the case in containers.
    const parent = spawn('sh', ['-c', '"$@" >/dev/null & exec sleep 600', 'sh', ...nodeArgs], { stdio: 'ignore' });
    try {
      const pid = Number.parseInt(await eventually(() => Promise.resolve(ownerIn(folder))), 10);
      process.kill(pid, 'SIGKILL');
      await eventually(() => Promise.resolve(/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))));
      expect((await lock(folder)).results).toEqual(['locked']);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});

/** Tries each folder at a moment that is the same for all racers, and prints those that it locked; runs until killed. */
const RACER = `
  import { readFileSync } from 'node:fs';
  ${IMPORT}
  const [startFile, ...folders] = process.argv.slice(1);
  process.stdout.write('waiting\\n');
  let start;
  while (start === undefined) try { start = Number(readFileSync(startFile, 'utf8')) || undefined } catch {}
  const won = folders.filter((folder, nth) => {
    while (performance.timeOrigin + performance.now() < start + nth * 2);
    try { lockDataDirectory(folder); return true } catch (error) {
      if (error instanceof DataDirectoryInUse) return false;
      throw error;
    }
  });
  process.stdout.write('won ' + JSON.stringify(won) + '\\n');
  setInterval(() => {}, 1_000);
`;

describe('a folder that processes lock at the same moment', () => {
  const RACERS = 4;
  const FOLDERS = 2_000;

  test.each([
    ['free', () => undefined],
    [
      'still locked by a process that has ended',
      (folder: string) => {
        writeFileSync(lockIn(folder), `${gonePid} 1`);
      },
    ],
    [
      'still locked by a process that has ended, and so has the one that was taking it over',
      (folder: string) => {
        for (const ended of ['', '.takeover', `.takeover.${gonePid}.1`])
          writeFileSync(lockIn(folder) + ended, `${gonePid} ${ended === '' ? 1 : 2}`);
      },
    ],
  ])('is locked by exactly one of them when it is %s', async (_state, prepare) => {
    const root = folders.make();
    const wanted = Array.from({ length: FOLDERS }, (_, nth) => join(root, String(nth)));
    for (const folder of wanted) {
      mkdirSync(folder);
      prepare(folder);
    }
    const startFile = join(root, 'start');
    const racers = Array.from({ length: RACERS }, () => typescriptProcess(RACER, [startFile, ...wanted]));
    await Promise.all(racers.map((racer) => racer.says(/waiting/)));
    writeFileSync(startFile, String(Date.now() + 50));
    const wins = await Promise.all(
      racers.map(async (racer) => JSON.parse((await racer.says(/won (.*)\n/))[1] ?? '[]') as string[]),
    );
    await TestProcess.endAll();
    const notWonOnce = wanted.filter((folder) => wins.filter((won) => won.includes(folder)).length !== 1);
    expect(notWonOnce).toEqual([]);
  });
});
