import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often to check whether the process is idle, in milliseconds. */
const LOOK_MS = 10_000;
/** Largest share of the time that a process may be busy and still count as idle. */
const BUSY_MAX = 0.02;
/** Growth of the heap that is worth a collection, in bytes: it blocks the process for some tenths of a second. */
const GROWTH_BYTES = 32 * 2 ** 20;

/**
 * Collects all garbage once the process is idle, and returns the memory to the system: some 40 MB after a start. V8
 * does so only in processes that do nothing at all, and ours always polls for something.
 */
export function giveBackMemoryAtRest(): void {
  let leftBytes = 0;
  let before = performance.eventLoopUtilization();
  const look = () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > BUSY_MAX || heapBytes() < leftBytes + GROWTH_BYTES) return;
    collectGarbage();
    leftBytes = heapBytes();
  };
  setInterval(look, LOOK_MS).unref();
}

function heapBytes(): number {
  return getHeapStatistics().total_heap_size;
}

/** V8 exposes `gc` to contexts that are created after the flag is set. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [{ type: 'major', flavor: 'last-resort' }]);
}
