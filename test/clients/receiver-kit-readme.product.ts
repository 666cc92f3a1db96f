import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MessageTracker, rangesOf, SEND_AGAIN } from '../../packages/client/src/index.ts';
import { eventually, Gateway } from '../support/gateway.ts';
import { Receiver } from '../support/receiver.ts';
import { TemporaryFolders } from '../support/temporary-folders.ts';
import { cashIns, createConfiguration } from '../support/webhooks.ts';

const PATH = '/readme';
const MESSAGES = 3;

const folders = new TemporaryFolders();
let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  [gateway, receiver] = await Promise.all([Gateway.start(), Receiver.start()]);
});
afterAll(async () => {
  folders.remove();
  await gateway.stop();
  await receiver.stop();
});

/** Returns the block below "Find what is missing" as a function of what it uses; `given` replaces its import. */
async function blockOfReadme(): Promise<(given: object) => Promise<void>> {
  const page = readFileSync('packages/client/README.md', 'utf8');
  const [, block = ''] = /^## Find what is missing\n[\s\S]*?^```js\nimport .*\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const file = join(folders.make(), 'block.mjs');
  const names = '{ tracker, ask, configurationId, rangesOf, SEND_AGAIN }';
  writeFileSync(file, `export const run = async (${names}) => {\n${block}};\n`);
  const { run } = (await import(pathToFileURL(file).href)) as { run: (given: object) => Promise<void> };
  return run;
}

test('the code in the README of the kit has missing messages sent again', async () => {
  const { id: configurationId } = await createConfiguration(gateway, { uri: receiver.url(PATH) });
  await cashIns(gateway, MESSAGES);
  const arrived = (count: number) =>
    eventually(() => {
      const ids = receiver.callsOf(PATH).map(({ headers }) => headers['webhook-id']);
      return Promise.resolve(ids.length >= count && ids.toSorted());
    });
  const first = await arrived(MESSAGES);
  const ask = (query: string, variables: object) => gateway.data({ query, variables: { ...variables } });
  const run = await blockOfReadme();
  await run({ tracker: new MessageTracker(), ask, configurationId, rangesOf, SEND_AGAIN });
  expect(await arrived(2 * MESSAGES)).toEqual([...first, ...first].toSorted());
});
