import { randomUUID } from 'node:crypto';
import { eventually } from '../support/gateway.ts';
import { APIS } from './estate.ts';
import type { Scene } from './fault.ts';

/** How much longer than the page says things may take: a machine that others share gives no figures. */
const SLACK = Number(process.env['FAULT_SLACK'] ?? '6');

/** Figures of the reliability page, in milliseconds. */
export const WRITES_AGAIN_MS_MAX = 5_000 * SLACK;
export const START_MS_MAX = 5_000 * SLACK;
export const ANSWER_MS_MAX = 6_000 * SLACK;
export const POOL_RECOVERY_MS_MAX = 3_000 * SLACK;
export const READY_MS_MAX = 5_000 * SLACK;
export const FAILOVER_MS_MAX = 10_000 * SLACK;
export const NOT_READY_WITHIN_MS = 5_000 * SLACK;

/** Waits until a pocket is acknowledged that was asked for from now on; gives how long it took, in milliseconds. */
export async function writesAgain({ estate, load }: Scene): Promise<number> {
  const began = performance.now();
  await eventually(() => load.create(randomUUID(), estate.process(APIS[0] ?? '')));
  return performance.now() - began;
}
