import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/test-worlds', import.meta.url));
/** Sources that a world is made from. */
const SOURCES = [
  'src/**/*.ts',
  'migrations/*.ts',
  'test/support/{global-setup,template-world}.ts',
  'package-lock.json',
];
/** Maximum age of a world at the start of a run, in milliseconds; during a longer run it can be older. */
const AGE_MS_MAX = 10 * 60_000;

/** Copies the world that another run has recently made from the same sources; returns false if there is none. */
export function copyKeptWorld(key: string, to: string): boolean {
  mkdirSync(FOLDER, { recursive: true });
  const kept = readdirSync(FOLDER).map((name) => ({ name, ageMs: Date.now() - Number(name.split('-')[1]) }));
  // Another run may be copying one that has just become too old.
  for (const { name, ageMs } of kept)
    if (!(ageMs < 2 * AGE_MS_MAX)) rmSync(join(FOLDER, name), { recursive: true, force: true });
  const found = kept.find(({ name, ageMs }) => name.startsWith(`${key}-`) && ageMs >= 0 && ageMs < AGE_MS_MAX);
  if (found === undefined) return false;
  cpSync(join(FOLDER, found.name), to, { recursive: true });
  return true;
}

/** Keeps a world for later runs, whole or not at all. */
export function keepWorld(key: string, from: string, run: string): void {
  const draft = join(FOLDER, `draft-${Date.now()}-${run}`);
  cpSync(from, draft, { recursive: true });
  renameSync(draft, join(FOLDER, `${key}-${Date.now()}-${run}`));
}

/** Returns a digest of all sources that a world is made from. */
export function keyOfSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES).sort()) hash.update(`${file}\n`).update(readFileSync(file)).update('\n');
  return hash.digest('hex');
}
