import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { BenchDatabases } from '../database.ts';
import type { Options } from '../options.ts';
import type { LoopRun } from '../peers/undici-loop.ts';
import { cpuSeconds, isLocalBackend, LOAD_CPU, pin, totalCpuSeconds } from '../processes.ts';
import { CALLS_IN_FLIGHT, CONFIGURATIONS, DELIVERY_DATABASE, type DeliverySystems } from './delivery-systems.ts';
import { addEvents, deliveredSoFar, enableConfigurations, EVENT_BODY, queueState, signByKey } from './queue.ts';
import { landed, receivedBy } from './verify-deliveries.ts';

/** One measured round of one side. */
export interface DeliveryRound {
  readonly callsPerSecond: number;
  /** CPU of the calling process per call, in microseconds. */
  readonly processCpuUs: number;
  /** CPU of its database backends per call, in microseconds; NaN if there are none. */
  readonly databaseCpuUs: number;
  /** Share of one core that the calling process used. */
  readonly processLoad: number;
}

export const Caller = {
  WORKER: 'worker',
  WORKER_V1A: 'worker-v1a',
  LOOP: 'loop',
  SIGNING_LOOP: 'signing-loop',
} as const;
export type Caller = (typeof Caller)[keyof typeof Caller];

export interface DeliveryContext {
  readonly options: Options;
  readonly databases: BenchDatabases;
  readonly systems: DeliverySystems;
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** More messages than any worker can deliver in a second: the queue must not run dry within a round. */
const QUEUED_PER_SECOND = 15_000;

/** Measures all callers in alternating rounds; each round begins with another caller. Round 0 does not count. */
export async function measureDeliveries(context: DeliveryContext) {
  const callers = Object.values(Caller);
  const rounds: Record<Caller, DeliveryRound[]> = { worker: [], 'worker-v1a': [], loop: [], 'signing-loop': [] };
  for (let nth = 0; nth <= context.options.rounds; nth += 1)
    for (const caller of callers.map((_, index) => callers[(index + nth) % callers.length] ?? Caller.WORKER)) {
      context.signal.throwIfAborted();
      const isWorker = caller === Caller.WORKER || caller === Caller.WORKER_V1A;
      const round = isWorker ? await workerRound(context, caller) : await loopRound(context, caller);
      if (nth > 0) rounds[caller].push(round);
      const { callsPerSecond, processCpuUs, databaseCpuUs } = round;
      process.stderr.write(
        `round ${nth} ${caller}: ${callsPerSecond.toFixed(0)}/s, ${processCpuUs.toFixed(0)} µs CPU, database ${databaseCpuUs.toFixed(0)} µs\n`,
      );
    }
  return rounds;
}

/** Measures deliveries and their CPU between two samples, while the worker has more messages than it can deliver. */
async function workerRound({ options, databases, systems: { worker }, client }: DeliveryContext, caller: Caller) {
  const { seconds, warmupSeconds } = options;
  const wanted = QUEUED_PER_SECOND * (seconds + warmupSeconds);
  const { queued } = await queueState(client);
  if (queued < wanted) await addEvents(client, Math.ceil((wanted - queued) / CONFIGURATIONS));
  await signByKey(client, caller === Caller.WORKER_V1A);
  await databases.checkpoint();
  await enableConfigurations(client, true);
  await wait(warmupSeconds * 1_000);
  const backends = (await databases.backends(DELIVERY_DATABASE)).filter(isLocalBackend);
  for (const pid of backends) pin(pid, LOAD_CPU);
  const look = async () => ({
    delivered: await deliveredSoFar(client),
    at: performance.now(),
    processCpu: cpuSeconds(worker.pid),
    databaseCpu: totalCpuSeconds(backends),
  });
  const before = await look();
  await wait(seconds * 1_000);
  const after = await look();
  worker.assertAlive();
  await enableConfigurations(client, false);
  await landed(client);
  if ((await queueState(client)).queued === 0) throw new Error('The queue ran dry: the round says nothing.');
  return roundOf({
    calls: after.delivered - before.delivered,
    seconds: (after.at - before.at) / 1_000,
    processSeconds: after.processCpu - before.processCpu,
    databaseSeconds: backends.length === 0 ? NaN : after.databaseCpu - before.databaseCpu,
  });
}

async function loopRound({ options, systems: { loop, receiver } }: DeliveryContext, caller: Caller) {
  await runLoop(loop.port, { options, receiverPort: receiver.port, caller, seconds: options.warmupSeconds });
  const cpuBefore = cpuSeconds(loop.pid);
  const run = await runLoop(loop.port, { options, receiverPort: receiver.port, caller, seconds: options.seconds });
  return roundOf({ ...run, processSeconds: cpuSeconds(loop.pid) - cpuBefore, databaseSeconds: NaN });
}

/** Calls of the loop so far, to separate them from the worker's in the count of the endpoint. */
let loopCalls = 0;

/** Returns how many calls the endpoint has counted from the worker. */
export async function workerCalls({ receiver }: DeliverySystems): Promise<number> {
  return (await receivedBy(receiver)).calls - loopCalls;
}

interface LoopOrder {
  readonly options: Options;
  readonly receiverPort: number;
  readonly caller: Caller;
  readonly seconds: number;
}

async function runLoop(port: number, { receiverPort, caller, seconds }: LoopOrder): Promise<LoopRun> {
  const order = {
    origin: `http://127.0.0.1:${receiverPort}`,
    inFlight: CALLS_IN_FLIGHT,
    seconds,
    signs: caller === Caller.SIGNING_LOOP,
    body: EVENT_BODY,
  };
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify(order) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`The loop failed: ${text}`);
  const run: unknown = JSON.parse(text);
  if (!isLoopRun(run)) throw new Error(`The loop answered ${text}`);
  loopCalls += run.calls;
  return run;
}

function isLoopRun(value: unknown): value is LoopRun {
  return typeof value === 'object' && value !== null && 'calls' in value && 'seconds' in value;
}

interface Spent extends LoopRun {
  readonly processSeconds: number;
  readonly databaseSeconds: number;
}

function roundOf({ calls, seconds, processSeconds, databaseSeconds }: Spent): DeliveryRound {
  return {
    callsPerSecond: calls / seconds,
    processCpuUs: (processSeconds / calls) * 1_000_000,
    databaseCpuUs: (databaseSeconds / calls) * 1_000_000,
    processLoad: processSeconds / seconds,
  };
}
