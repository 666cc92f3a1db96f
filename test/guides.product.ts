import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GatewayProcess, TemporaryFolders } from './support/gateway-process.ts';
import { OwnWorld } from './support/own-world.ts';
import { buildServer, TestProcess } from './support/process.ts';

const LOCAL = 'http://localhost:4000';

/** What each block of a guide prints when it is pasted, in order; those of other languages have tests of their own below. */
const GUIDES: Readonly<Record<string, readonly RegExp[]>> = {
  authentication: [/"partner":"ACME_PAY","scopes":\["account.read"\]/],
  idempotency: [
    /"replayed":false,"pocket".*\n[^]*"replayed":true,"pocket".*\n[^]*"code":"IDEMPOTENCY_KEY_REUSED"/,
    /"state":"SUCCEEDED".*"subject":\{"number":"200003\d+BRL"\}/,
  ],
  pagination: [/"totalCount":7,"nodes":\[\{"number":"100001"\},\{"number":"100003"\}\][^]*"number":"200001"/],
  'rate-limits': [/"cost":\{"requested":\d+,"maximum":5000,/, /"name":"READS","limit":\d+/],
  cors: [/HTTP\/1.1 204[^]*access-control-allow-origin: http:\/\/localhost:5173/],
  troubleshooting: [/"correlationId":"6f1c3a52-8f0e-4b7c-9d53-2a4b6c8d0e1f"/],
};

const folders = new TemporaryFolders();
let world: OwnWorld;
let gateway: GatewayProcess;

function blocksOf(page: string, language: string): string[] {
  const blocks = readFileSync(page, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'));
  return [...blocks].map(([, block = '']) => block.replaceAll(LOCAL, gateway.url));
}

/** Runs commands in a shell in which those of README, which define `gateway` and `pick`, were pasted before. */
async function pasted(commands: string): Promise<string> {
  const [, definitions = ''] = blocksOf('README.md', 'sh');
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: folders.make(), PORT: new URL(gateway.url).port };
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', `${definitions}\n${commands}`], { env });
  return stdout;
}

beforeAll(async () => {
  [world] = await Promise.all([OwnWorld.make(), buildServer()]);
  gateway = await GatewayProcess.start({ ...world.environment, RATE_LIMIT: '180/10' });
});
afterAll(async () => {
  await TestProcess.endAll();
  await world.remove();
  folders.remove();
});

describe('the guides', () => {
  test.each(Object.entries(GUIDES))('%s shows what it says', async (name, shown) => {
    const blocks = blocksOf(`docs/${name}.md`, 'bash');
    expect(blocks).toHaveLength(shown.length);
    const output = (await pasted(blocks.join("\necho '--- next ---'\n"))).split('--- next ---\n');
    for (const [nth, pattern] of shown.entries()) expect(output[nth]).toMatch(pattern);
    expect(output.join('')).not.toContain('"errors"');
  });

  test('authentication has a token source that renews a refused token', async () => {
    const [source = ''] = blocksOf('docs/authentication.md', 'ts');
    const use = `
      granted = Promise.resolve({ token: 'not-a-token', renewAt: Infinity });
      const refused = await ask('{ viewer { partner } }');
      granted = Promise.resolve({ token: 'expired', renewAt: 0 });
      const [one, other] = await Promise.all([validToken(), validToken()]);
      console.log(JSON.stringify([refused.data, one === other, one.startsWith('ey')]));`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...['--no-warnings', '--experimental-strip-types', '--input-type=module-typescript', '-e'],
      source + use,
    ]);
    expect(JSON.parse(stdout)).toEqual([{ viewer: { partner: 'ACME_PAY' } }, true, true]);
  });

  test('rate-limits shows the members that a response has', async () => {
    const [shown = '{}'] = blocksOf('docs/rate-limits.md', 'json');
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await gateway.freshToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { partner } }' }),
    });
    const { extensions } = (await response.json()) as { extensions: { cost: object } };
    const { extensions: documented } = JSON.parse(shown) as { extensions: { cost: object } };
    expect(Object.keys(documented.cost)).toEqual(Object.keys(extensions.cost));
  });
});
