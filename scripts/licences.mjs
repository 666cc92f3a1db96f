// Lists every package with its licence: `npm run licences`. It fails if a licence must not ship; with --check it does
// only that. An argument names another lockfile.
import { parseArgs } from 'node:util';
import { lockedPackages } from './locked-packages.mjs';

/** Licences that only require their text to accompany a copy. */
const ALLOWED = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'Unlicense'],
]);
/** Tools that are in no copy of the product: each of their licences was reviewed. */
const TOOLS = { 'axe-core': 'MPL-2.0', 'caniuse-lite': 'CC-BY-4.0', argparse: ['Python-2.0', 'PSF-2.0'] };

/** Checks whether one of the alternatives of an SPDX expression is allowed in all its parts. */
function isAllowed(expression) {
  const alternatives = expression.replace(/^\(|\)$/g, '').split(' OR ');
  return alternatives.some((alternative) => alternative.split(' AND ').every((part) => ALLOWED.has(part)));
}

function isKnownTool({ name, license, isShipped }) {
  return !isShipped && [TOOLS[name] ?? []].flat().includes(license);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
});
const packages = lockedPackages(positionals[0]);
const unknown = packages.filter((locked) => !isAllowed(locked.license) && !isKnownTool(locked));

if (!values.check)
  for (const { name, version, license, isShipped } of packages)
    process.stdout.write(`${license}\t${isShipped ? 'ships' : 'tool'}\t${name} ${version}\n`);
for (const { name, version, license } of unknown)
  process.stderr.write(`${name} ${version} has the licence "${license}": review it, then see scripts/licences.mjs.\n`);
process.exitCode = unknown.length === 0 ? 0 : 1;
