// Prints what ships as CycloneDX: `npm run sbom`. "npm sbom --omit dev" would leave out packages that tools need too,
// such as pg, and knows nothing of what the pages are bundled from; so all is asked for, and what is only a tool goes.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { bundledPlaces, lockedPackages } from './locked-packages.mjs';

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
  // npm calls the product by the folder that it lies in.
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
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
