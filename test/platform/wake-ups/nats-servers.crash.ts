import { afterEach, describe, expect, test } from '@jest/globals';
import { natsOptions } from '../../../src/platform/wake-ups/nats-url.ts';
import { NatsWakeUps } from '../../../src/platform/wake-ups/nats-wake-ups.ts';
import { WakeUp } from '../../../src/platform/loops/wake-up.ts';
import { failingWork } from '../../support/failing-work.ts';
import { eventually } from '../../support/gateway.ts';
import { freePort, OwnServer, programs } from '../../support/own-server.ts';

const withNats = programs().nats === undefined ? describe.skip : describe;
const servers: OwnServer[] = [];
const wakeUps: NatsWakeUps[] = [];

afterEach(async () => {
  await Promise.all(wakeUps.splice(0).map((each) => each.stop()));
  await Promise.all(servers.splice(0).map((server) => server.remove()));
});

const addressOf = ({ port }: { readonly port: number }) => `nats://127.0.0.1:${port}`;

async function startServers(count: number): Promise<readonly OwnServer[]> {
  const routePorts = await Promise.all(Array.from({ length: count }, freePort));
  const routes = routePorts.map((port) => `nats://127.0.0.1:${port}`);
  const started = routes.map((own) =>
    OwnServer.nats(['--cluster_name', 'test', '--cluster', own, '--routes', routes.join()]),
  );
  servers.push(...(await Promise.all(started)));
  return servers;
}

/** More than a new connection itself causes. */
const SIGNALS = 20;

/** Connects two processes to these servers; returns a function that waits until one hears the other from now on. */
function twoAt(addresses: string): () => Promise<unknown> {
  const [one, other] = [0, 1].map(() => new NatsWakeUps(natsOptions(addresses, false), failingWork()));
  if (one === undefined || other === undefined) throw new Error('There are two.');
  wakeUps.push(one, other);
  let heard = 0;
  other.listen(WakeUp.MOVED, () => (heard += 1));
  one.start();
  other.start();
  return () => {
    const enough = heard + SIGNALS;
    return eventually(() => {
      one.publish(WakeUp.MOVED);
      return Promise.resolve(heard > enough);
    });
  };
}

withNats('several servers in one address', () => {
  test('are used even if the first is not running', async () => {
    const [server] = await startServers(1);
    if (server === undefined) throw new Error('There is one.');
    const hears = twoAt(`nats://127.0.0.1:${await freePort()},${addressOf(server)}`);
    expect(await hears()).toBe(true);
  });

  test('are tried in turn when the one in use is killed', async () => {
    const [first, second] = await startServers(2);
    if (first === undefined || second === undefined) throw new Error('There are two.');
    const hears = twoAt([first, second].map(addressOf).join());
    expect(await hears()).toBe(true);
    await first.end('SIGKILL');
    expect(await hears()).toBe(true);
    await first.start();
    await second.end('SIGKILL');
    expect(await hears()).toBe(true);
  });
});
