import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { TemporaryFolders } from '../support/temporary-folders.ts';

/** Largest packed size, in bytes (pages-and-packages.md). */
const PACKED_MAX = 12_000;
/** A receiver's project: TypeScript that compiles, and then runs, with nothing else installed. */
const PROGRAM = `import { MessageTracker, WebhookVerifier } from 'partner-banking-client';
const tracker = new MessageTracker();
tracker.expect('1.7');
const gaps: readonly { readonly from: string; readonly to: string }[] = tracker.gaps();
new WebhookVerifier({ secrets: ['whsec_c2VjcmV0'] }).verify({}, '').catch((error: unknown) => {
  console.log(JSON.stringify({ gaps, refused: error instanceof Error && error.message }));
});
`;

const folders = new TemporaryFolders();

afterAll(() => {
  folders.remove();
});

test('the packed client is small, and is all that a receiver needs to install', () => {
  const folder = folders.make();
  const run = (file: string, options: readonly string[], cwd = folder) =>
    execFileSync(file, options, { cwd, encoding: 'utf8' });
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', folder], join(process.cwd(), 'packages/client')),
  ) as { filename: string; size: number; files: { path: string }[] }[];
  expect(packed?.size).toBeLessThan(PACKED_MAX);
  expect(packed?.files.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'dist/index.d.ts']));
  expect(packed?.files.filter(({ path }) => /^src|test/.test(path))).toEqual([]);
  const installed = join(folder, 'node_modules', 'partner-banking-client');
  mkdirSync(installed, { recursive: true });
  run('tar', ['-xzf', packed?.filename ?? '', '-C', installed, '--strip-components=1']);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'receiver.ts'), PROGRAM);
  const options = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--strict'];
  run(process.execPath, [join(process.cwd(), 'node_modules/typescript/bin/tsc'), ...options, 'receiver.ts']);
  expect(JSON.parse(run(process.execPath, ['receiver.js']))).toEqual({
    gaps: [{ from: '1.1', to: '1.7' }],
    refused: 'webhook-id or webhook-timestamp is missing.',
  });
});
