import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { natsOptions } from '../../../src/platform/wake-ups/nats-url.ts';
import { NatsWakeUps } from '../../../src/platform/wake-ups/nats-wake-ups.ts';
import { WakeUp } from '../../../src/platform/loops/wake-up.ts';
import { failingWork } from '../../support/failing-work.ts';
import { eventually } from '../../support/gateway.ts';
import { ownCertificate } from '../../support/own-certificate.ts';
import { OwnServer, programs } from '../../support/own-server.ts';
import { TemporaryFolders } from '../../support/temporary-folders.ts';

const withNats = programs().nats === undefined ? describe.skip : describe;

withNats('a NATS that takes TLS only', () => {
  const folders = new TemporaryFolders();
  const { cert, key } = ownCertificate(folders);
  const ca = `?ca=${encodeURIComponent(cert)}`;
  let server: OwnServer;

  beforeAll(async () => {
    server = await OwnServer.nats(['--tls', '--tlscert', cert, '--tlskey', key, '--user', 'gateway', '--pass', 's%c']);
  });
  afterAll(async () => {
    await server.remove();
    folders.remove();
  });

  test('is used with the authority and the user that the address names', async () => {
    const address = `tls://gateway:s%25c@localhost:${server.port}${ca}`;
    const [one, other] = [0, 1].map(() => new NatsWakeUps(natsOptions(address, false), failingWork()));
    let calls = 0;
    other?.listen(WakeUp.MOVED, () => (calls += 1));
    one?.start();
    other?.start();
    await eventually(() => {
      one?.publish(WakeUp.MOVED);
      // Both call all listeners when they have connected; a third call is one that was sent.
      return Promise.resolve(calls > 2);
    });
    expect(calls).toBeGreaterThan(2);
    await Promise.all([one?.stop(), other?.stop()]);
  });
});

describe('an address of NATS', () => {
  test.each([
    ['nats://nats.example:4222', false, {}],
    ['nats://nats.example:4222', true, undefined],
    ['nats://localhost:4222', false, undefined],
    ['nats://nats.example:4222?tls=disable', false, null],
    ['tls://localhost:4222', true, {}],
    ['tls://nats.example?ca=/ca.pem', false, { caFile: '/ca.pem' }],
    ['nats://localhost:4222,nats://127.0.0.1:4223', false, undefined],
    ['nats://localhost:4222,nats://nats.example:4222', false, {}],
  ])('%s with sandbox mode %s demands TLS: %j', (address, sandbox, tls) => {
    expect(natsOptions(address, sandbox).tls).toEqual(tls);
  });
});
