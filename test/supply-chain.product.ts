import { execFile } from 'node:child_process';
import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildServer } from './support/process.ts';

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

interface Component {
  readonly 'bom-ref': string;
  readonly licenses: readonly unknown[];
  readonly hashes: readonly { readonly alg: string }[];
}

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
const locked = Object.entries(lockfile.packages).filter(([place]) => place !== '');

/** Runs a script as npm does; returns its output and exit code. */
async function run(script: string, ...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const options = { maxBuffer: 64 * 1024 * 1024 };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args], options);
    return { code: 0, output: stdout, errors: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout, errors: stderr };
  }
}

describe('the lockfile', () => {
  test('has the digest of every package, and no registry address', () => {
    expect(locked.length).toBeGreaterThan(Object.keys(dependencies).length);
    const unsure = locked.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'));
    expect(unsure.map(([place]) => place)).toEqual([]);
    expect(locked.flatMap(([, { resolved = [] }]) => resolved)).toEqual([]);
  });

  test('has no shipped package with an install script, except for one that only compares version numbers', () => {
    const scripted = locked.filter(([, { dev = false, hasInstallScript = false }]) => !dev && hasInstallScript);
    expect(scripted.map(([place]) => place)).toEqual(['node_modules/@apollo/protobufjs']);
  });
});

describe('npm run licences', () => {
  test('knows the licence of every package', async () => {
    expect(await run('scripts/licences.mjs', '--check')).toEqual({ code: 0, output: '', errors: '' });
    const { output } = await run('scripts/licences.mjs');
    expect(output).toContain(`MIT\tships\tpg ${String(dependencies['pg'])}\n`);
    expect(output.trim().split('\n')).toHaveLength(locked.length);
  });

  test.each([
    ['an unknown licence', { license: 'GPL-3.0-only' }, 'has the licence "GPL-3.0-only"'],
    ['no licence', {}, 'has the licence "none"'],
    ['an unknown licence in an expression', { license: '(MIT AND AGPL-3.0-only)' }, 'AGPL-3.0-only'],
    ['a licence for tools only, if it ships', { license: 'MPL-2.0' }, 'has the licence "MPL-2.0"'],
  ])('fails for %s', async (_what, planted, sentence) => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-test-licences-'));
    try {
      const file = join(folder, 'package-lock.json');
      const packages = { '': {}, 'node_modules/axe-core': { version: '1.0.0', ...planted } };
      writeFileSync(file, JSON.stringify({ packages }));
      const { code, errors } = await run('scripts/licences.mjs', '--check', file);
      expect([code, errors]).toEqual([1, expect.stringContaining(sentence)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('npm run sbom', () => {
  beforeAll(() => buildServer());

  test('lists what ships, including packages bundled into pages, and no tools', async () => {
    const { code, output } = await run('scripts/sbom.mjs');
    expect(code).toBe(0);
    const sbom = JSON.parse(output) as {
      bomFormat: string;
      components: Component[];
      dependencies: { ref: string; dependsOn: string[] }[];
    };
    const refs = sbom.components.map((component) => component['bom-ref']);
    const direct = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
    expect(sbom.bomFormat).toBe('CycloneDX');
    expect(refs).toEqual(expect.arrayContaining(direct));
    expect(refs.filter((ref) => /^(react|jest|eslint)@/.test(ref))).toEqual([expect.stringMatching(/^react@/)]);
    expect(new Set(refs).size).toBe(refs.length);
    for (const { licenses, hashes } of sbom.components)
      expect([licenses.length > 0, hashes[0]?.alg]).toEqual([true, 'SHA-512']);
    const known = new Set([...refs, 'partner-banking-gateway@0.1.0']);
    for (const { ref, dependsOn } of sbom.dependencies)
      expect([ref, ...dependsOn].filter((name) => !known.has(name))).toEqual([]);
  });

  test('signs the list, so that the public key shows whether it was changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-sbom-'));
    const [key, out] = [join(folder, 'key.pem'), join(folder, 'sbom.json')];
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(await run('scripts/sbom.mjs', '--sign', key, '--out', out)).toEqual({ code: 0, output: '', errors: '' });
    const [text, signature] = [readFileSync(out), readFileSync(`${out}.sig`)];
    expect(text.toString()).toContain('"bomFormat": "CycloneDX"');
    expect(verify(null, text, publicKey, signature)).toBe(true);
    expect(verify(null, Buffer.concat([text, Buffer.from(' ')]), publicKey, signature)).toBe(false);
    expect(await run('scripts/sbom.mjs', '--sign', key)).toMatchObject({ code: 2, output: '' });
    rmSync(folder, { recursive: true });
  });
});
