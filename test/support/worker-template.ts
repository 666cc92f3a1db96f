import { closeSync, ftruncateSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join, relative } from 'node:path';

// Test files have their own copies of modules in `test/`, except for `worker-*.ts`: `test/runner/modules.mjs`.

interface HeldFile {
  readonly path: string;
  /** The beginning of its content; the rest is zeros. */
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly mode: number;
}

interface Held {
  readonly folders: readonly string[];
  readonly files: readonly HeldFile[];
}

let held: Held | undefined;

/**
 * Writes the content of the template into a folder. The worker reads it only once: copying a thousand small files for
 * each gateway with a command of the system would cost twice as much, most of it for the process.
 */
export function writeTemplate(template: string, folder: string): void {
  const { folders, files } = (held ??= read(template));
  for (const path of folders) mkdirSync(join(folder, path));
  for (const { path, bytes, size, mode } of files) {
    const file = openSync(join(folder, path), 'w', mode);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    if (size > bytes.length) ftruncateSync(file, size);
    closeSync(file);
  }
}

function read(template: string): Held {
  const entries = readdirSync(template, { recursive: true, withFileTypes: true }).map((entry) => ({
    isFolder: entry.isDirectory(),
    path: relative(template, join(entry.parentPath, entry.name)),
  }));
  const paths = (isFolder: boolean) => entries.filter((entry) => entry.isFolder === isFolder).map(({ path }) => path);
  return { folders: paths(true), files: paths(false).map((path) => readFileIn(template, path)) };
}

function readFileIn(template: string, path: string): HeldFile {
  const file = join(template, path);
  const all = readFileSync(file);
  let end = all.length;
  while (end > 0 && all[end - 1] === 0) end -= 1;
  return { path, bytes: Buffer.from(all.subarray(0, end)), size: all.length, mode: statSync(file).mode };
}
