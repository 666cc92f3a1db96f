// Reads package-lock.json: every package that can be installed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Written by the build: packages whose code is in the pages, although they are devDependencies. */
const BUNDLED = join(ROOT, 'dist', 'bundled-packages.json');

/** Returns each package of a lockfile: place, name, version, licence, and whether `npm ci --omit=dev` installs it. */
export function lockedPackages(file = join(ROOT, 'package-lock.json')) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, { name = place.replace(/^.*node_modules\//, ''), version, license = 'none', dev = false }]) => ({
      ...{ place, name, version, license },
      isShipped: !dev,
    }));
}

/**
 * Returns the places of the packages whose code the build has put into the pages.
 * @throws Error before the first build
 */
export function bundledPlaces() {
  if (!existsSync(BUNDLED)) throw new Error('The pages are not built yet: run "npm run build".');
  return new Set(JSON.parse(readFileSync(BUNDLED, 'utf8')));
}
