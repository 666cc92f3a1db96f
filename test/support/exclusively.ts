import { once } from 'node:events';
import { createServer } from 'node:net';
import { eventually } from './gateway.ts';

/**
 * Runs `work` while no other process of this machine runs any under the same name. The lock is a name that Linux gives
 * to one socket at a time, and takes back when the process ends in any way: it can neither be stolen nor left over.
 */
export async function exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await eventually(() => listeningAs(name));
  try {
    return await work();
  } finally {
    lock.close();
    await once(lock, 'close');
  }
}

async function listeningAs(name: string) {
  const lock = createServer();
  lock.listen(`\0${name}`);
  try {
    await once(lock, 'listening');
    return lock;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined;
    throw error;
  }
}
