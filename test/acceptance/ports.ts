import { createServer } from 'node:net';
import { freePort } from '../support/own-server.ts';

/** Ports of the gateway, and of README's own receiver of webhooks. */
export interface Ports {
  readonly gateway: number;
  readonly receiver: number;
}

/** The ports that README names. */
const OF_README: Ports = { gateway: 4000, receiver: 4001 };

/** Returns the ports of README if both are free, otherwise others. */
export async function readmePorts(): Promise<Ports> {
  const areFree = (await isFree(OF_README.gateway)) && (await isFree(OF_README.receiver));
  return areFree ? OF_README : otherPorts();
}

/** Returns free ports, for a world that is not the only one on its machine. */
export async function otherPorts(): Promise<Ports> {
  return { gateway: await freePort(), receiver: await freePort() };
}

/** Returns the setting for a port that is not README's. */
export function portSetting({ gateway }: Ports): Record<string, string> {
  return gateway === OF_README.gateway ? {} : { PORT: String(gateway) };
}

/** Replaces the ports in a block of README; README's own ports change nothing. */
export function onPorts(block: string, { gateway, receiver }: Ports): string {
  if (gateway === OF_README.gateway) return block;
  return block
    .replaceAll(`localhost:${OF_README.gateway}`, `localhost:${gateway}`)
    .replaceAll(`127.0.0.1:${OF_README.receiver}`, `127.0.0.1:${receiver}`)
    .replaceAll('npm run --silent receiver', `PORT=${receiver} npm run --silent receiver`);
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
