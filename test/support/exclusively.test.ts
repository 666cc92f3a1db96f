import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { exclusively } from './exclusively.ts';
import { TestProcess } from './process.ts';

afterAll(() => TestProcess.endAll());

test('work under one name runs one at a time, also after work that failed', async () => {
  const name = randomUUID();
  let running = 0;
  const atOnce: number[] = [];
  const works = [1, 2, 3, 4].map((nth) =>
    exclusively(name, async () => {
      running += 1;
      await new Promise(setImmediate);
      atOnce.push(running);
      running -= 1;
      if (nth % 2 === 0) throw new Error('failed');
    }).catch(String),
  );
  expect(await Promise.all(works)).toEqual([undefined, 'Error: failed', undefined, 'Error: failed']);
  expect(atOnce).toEqual([1, 1, 1, 1]);
});

test('a process that hangs keeps its name, and one that was killed does not', async () => {
  const name = randomUUID();
  const module = fileURLToPath(new URL('exclusively.ts', import.meta.url));
  const holding = `import { exclusively } from ${JSON.stringify(module)};
    void exclusively('${name}', () => { console.log('holding'); for (;;); });`;
  const loader = fileURLToPath(new URL('../runner/modules.mjs', import.meta.url));
  const holder = new TestProcess(['--no-warnings', '--import', loader, '--input-type=module', '-e', holding]);
  await holder.says(/holding/);
  let isDone = false;
  const waiting = exclusively(name, () => Promise.resolve((isDone = true)));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isDone).toBe(false);
  await holder.end('SIGKILL');
  expect(await waiting).toBe(true);
});
