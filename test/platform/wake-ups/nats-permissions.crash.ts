import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { NatsWakeUps } from '../../../src/platform/wake-ups/nats-wake-ups.ts';
import { WakeUp } from '../../../src/platform/loops/wake-up.ts';
import { failingWork } from '../../support/failing-work.ts';
import { eventually } from '../../support/gateway.ts';
import { OwnServer, programs } from '../../support/own-server.ts';
import { TemporaryFolders } from '../../support/temporary-folders.ts';

const withNats = programs().nats === undefined ? describe.skip : describe;
const folders = new TemporaryFolders();
let server: OwnServer;
let wakeUps: NatsWakeUps;

afterEach(async () => {
  await wakeUps.stop();
  await server.remove();
  folders.remove();
});

/** What the only user of the server may not do. */
type Denied = 'subscribe' | 'publish';

/** Writes the settings of the server. */
function permit(file: string, denied?: Denied): void {
  const permissions = denied === undefined ? '' : `, permissions: { ${denied}: { deny: ">" } }`;
  writeFileSync(file, `authorization { users: [{ user: gateway, password: secret${permissions} }] }`);
}

/** Starts a process whose user may not do this; returns its log, and how it fails. */
async function startDenied(file: string, denied: Denied) {
  permit(file, denied);
  server = await OwnServer.nats(['-c', file]);
  const lines: string[] = [];
  const failing = failingWork(pino({ level: 'info' }, { write: (line) => lines.push(line) }));
  const servers = `127.0.0.1:${server.port}`;
  wakeUps = new NatsWakeUps({ servers, user: 'gateway', pass: 'secret' }, failing);
  wakeUps.start();
  return { lines, failures: () => failing.loops[0]?.failures ?? 0 };
}

withNats('wake-ups through NATS', () => {
  test('that may not be received are reported and tried again, until they may', async () => {
    const file = join(folders.make(), 'nats.conf');
    const { lines, failures } = await startDenied(file, 'subscribe');
    let woken = 0;
    wakeUps.listen(WakeUp.MOVED, () => (woken += 1));
    await eventually(() => Promise.resolve(failures() >= 3));
    expect([woken, lines.join()]).toEqual([0, expect.stringMatching(/permissions violation for subscription/i)]);
    await server.end('SIGKILL');
    permit(file);
    await server.start();
    await eventually(() => Promise.resolve(woken > 0 && failures() === 0));
    expect(lines.at(-1)).toMatch('a background loop recovered');
  });

  test('that may not be sent are reported', async () => {
    const { lines, failures } = await startDenied(join(folders.make(), 'nats.conf'), 'publish');
    await eventually(() => {
      wakeUps.publish(WakeUp.MOVED);
      return Promise.resolve(failures() > 0);
    });
    expect(lines.join()).toMatch(/permissions violation for publish/i);
  });
});
