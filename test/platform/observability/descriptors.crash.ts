import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../../support/gateway.ts';
import { GatewayProcess } from '../../support/gateway-process.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { buildServer, TestProcess } from '../../support/process.ts';

const CONNECTIONS = 100;

let world: OwnWorld;
const connections: Socket[] = [];

beforeAll(async () => {
  [world] = await Promise.all([OwnWorld.make(), buildServer()]);
});
afterAll(async () => {
  for (const connection of connections) connection.destroy();
  await TestProcess.endAll();
  await world.remove();
});

async function descriptors({ adminUrl }: GatewayProcess, which: 'open' | 'max'): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return Number(new RegExp(`^process_${which}_fds (\\d+)$`, 'm').exec(text)?.[1]);
}

test('a process that has used most of its descriptors says so while it still serves', async () => {
  const gateway = await GatewayProcess.start(world.environment);
  expect(await descriptors(gateway, 'max')).toBeGreaterThan(CONNECTIONS);
  const { port } = new URL(gateway.url);
  for (let nth = 0; nth < CONNECTIONS; nth += 1) connections.push(connect(Number(port), '127.0.0.1'));
  await eventually(async () => (await descriptors(gateway, 'open')) > CONNECTIONS);
  const limit = (await descriptors(gateway, 'open')) + 10;
  execFileSync('prlimit', ['--pid', String(gateway.process.pid), `--nofile=${limit}`]);
  const [, open, max] = await gateway.process.says(
    /"open":(\d+),"max":(\d+),"msg":"the process has used most of its file descriptors"/,
  );
  expect([Number(open), Number(max)]).toEqual([expect.any(Number), limit]);
  expect(await gateway.ask('{ webhookEventsCursor }')).toEqual({ webhookEventsCursor: expect.any(String) });
});
