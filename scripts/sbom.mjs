// Prints the SBOM of what ships, in CycloneDX: `npm run sbom`. With --sign KEY --out FILE it is written to FILE, and
// its signature by an Ed25519 key (PEM) to FILE.sig. "npm sbom --omit dev" would leave out packages that tools need
// too, such as pg, and does not know what the pages are bundled from; so npm lists all packages, and this script
// removes those that are only tools.
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundledPlaces, lockedPackages } from './locked-packages.mjs';

const { sign: key, out } = parseArgs({ options: { sign: { type: 'string' }, out: { type: 'string' } } }).values;
if ((key === undefined) !== (out === undefined)) {
  process.stderr.write('npm run sbom [-- --sign KEY --out FILE]\n');
  process.exit(2);
}

const bundled = bundledPlaces();
const shipped = new Set(
  lockedPackages()
    .filter(({ place, isShipped }) => isShipped || bundled.has(place))
    .map(({ name, version }) => `${name}@${version}`),
);

const all = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }),
);
const { component } = all.metadata;
const isKept = (ref) => ref === component['bom-ref'] || shipped.has(ref);
const sbom = {
  ...all,
  // npm names the product after its folder.
  metadata: { ...all.metadata, component: { ...component, name: 'partner-banking-gateway' } },
  components: all.components
    .filter((found) => isKept(found['bom-ref']))
    .map(({ properties = [], ...found }) => ({
      ...found,
      properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
    })),
  dependencies: all.dependencies
    .filter(({ ref }) => isKept(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
};

const missing = [...shipped].filter((ref) => !sbom.components.some((found) => found['bom-ref'] === ref));
if (missing.length > 0) throw new Error(`npm does not list ${missing.join(', ')}.`);
const text = `${JSON.stringify(sbom, null, 2)}\n`;
if (out === undefined) process.stdout.write(text);
else {
  writeFileSync(out, text);
  writeFileSync(`${out}.sig`, sign(null, Buffer.from(text), createPrivateKey(readFileSync(key))));
}
