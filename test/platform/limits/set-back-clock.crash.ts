import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, postQuery } from '../../support/gateway.ts';
import { GatewayProcess, TemporaryFolders } from '../../support/gateway-process.ts';
import { buildServer, TestProcess } from '../../support/process.ts';
import { copyOfWorld } from '../../support/temporary-folders.ts';

/** Length of the window, during which the clock is set back, in seconds. */
const SECONDS = 8;
const REQUESTS = 5;
const folders = new TemporaryFolders();

beforeAll(buildServer);
afterAll(async () => {
  await TestProcess.endAll();
  folders.remove();
});

test('a partner that uses up its requests after the clock was set back by an hour waits only for the end of its window', async () => {
  const clockFile = join(folders.make(), 'clock');
  const gateway = await GatewayProcess.start({
    ...{ NODE_OPTIONS: `--import ${pathToFileURL('test/faults/stepping-clock.mjs').href}`, CLOCK_FILE: clockFile },
    ...{ DATA_DIR: copyOfWorld(folders), SANDBOX: 'true', RATE_LIMIT: `${REQUESTS}/${SECONDS}` },
  });
  const statusBy = async (bearer: string) => {
    const request = { query: '{ viewer { partner } }', variables: {}, headers: {}, bearer };
    return (await postQuery(gateway.url, request)).status;
  };
  const before = await gateway.freshToken();
  expect(await statusBy(before)).toBe(200);
  writeFileSync(clockFile, '1 -3600000');
  gateway.process.send('SIGUSR2');
  await gateway.process.says(/clock step 1 is taken/);
  // The token of before would only become valid in an hour.
  const after = await gateway.freshToken();
  await eventually(async () => (await statusBy(after)) === 429);
  await eventually(async () => (await statusBy(after)) === 200);
});
