import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAtRest } from './at-rest.ts';
import { BenchDatabases } from './database.ts';
import { runDeliveries } from './deliveries/run-deliveries.ts';
import { runGrowth } from './growth/run-growth.ts';
import { runSubscribers } from './live/run-subscribers.ts';
import { MANY_MESSAGES, runArchiveGrowth } from './messages/run-growth.ts';
import { measure, type Measurement } from './measure.ts';
import { Part, readOptions, WorkloadName, type Options } from './options.ts';
import { runFront } from './paths/run-front.ts';
import { runPaths } from './paths/run-paths.ts';
import { coreTime, LOAD_CPU, pin } from './processes.ts';
import { runRelay } from './relay/run-relay.ts';
import { report, sectionOf, targetsIn, type Section } from './report.ts';
import type { RunContext } from './run-context.ts';
import { runScale } from './scale/run-scale.ts';
import { fetchToken, startSystems, type System } from './systems.ts';
import { runTokenCost } from './token-cost.ts';
import { verifyCreations, verifySameAnswers } from './verify.ts';
import { workloads } from './workloads.ts';

const RESULTS_FILE = new URL('./RESULTS.md', import.meta.url);
/** About how many measurements a round of everything has. */
const MEASUREMENTS_PER_ROUND = 80;
/** How long starting, copying and verifying can take in addition to the rounds, in seconds. */
const OVERHEAD_SECONDS = 1_200;
/** How much filling ten million messages adds to that, in seconds. */
const HUGE_OVERHEAD_SECONDS = 3_600;

/** Measures requests on the gateway and its peers, each on its own database. */
async function* runWorkloads(context: RunContext): AsyncGenerator<Section> {
  const { options, databases, directory } = context;
  const systems: System[] = [];
  try {
    const messages = options.workloads.includes(WorkloadName.MESSAGES) ? MANY_MESSAGES : 0;
    const comparison = { databases, databaseUrl: options.databaseUrl, directory, messages };
    const persons = options.workloads.includes(WorkloadName.REGISTER_CUSTOMER);
    const { beside } = options;
    await startSystems({ ...comparison, keyAccounts: keyAccountsFor(options), persons, beside }, systems);
    for (const name of options.workloads) yield await measureWorkload(name, systems, context);
  } finally {
    await Promise.all(systems.map(({ server }) => server.stop()));
  }
}

/** No account gets two keys of a type, so there are as many accounts as a system could register at this speed. */
const REGISTRATIONS_PER_SECOND_MAX = 8_000;

function keyAccountsFor({ workloads: names, rounds, seconds, warmupSeconds }: Options): number {
  const isMeasured = names.includes(WorkloadName.REGISTER_EVP) || names.includes(WorkloadName.REGISTER_CPF);
  return isMeasured ? (rounds + 1) * (seconds + warmupSeconds) * REGISTRATIONS_PER_SECOND_MAX : 0;
}

async function measureWorkload(
  name: WorkloadName,
  all: readonly System[],
  { options, databases, signal }: RunContext,
): Promise<Section> {
  const workload = workloads[name];
  const systems = all.filter((system) => workload.without?.includes(system.name) !== true);
  const verified = await verifySameAnswers(systems, name, await fetchToken(all));
  const measurements = await measure({ options, databases, systems, workload, signal });
  const made = ({ answers }: Measurement) => answers + verified;
  const answered = new Map(measurements.map((measurement) => [measurement.system.name, made(measurement)]));
  await verifyCreations(name, systems, { url: options.databaseUrl, answered });
  return sectionOf({ name, title: workload.title, measurements });
}

/** Runs all that is requested, in the order of the results. */
async function* runAll(context: RunContext): AsyncGenerator<Section> {
  const { workloads: names, parts } = context.options;
  if (parts.has(Part.REST)) yield await runAtRest(context);
  if (parts.has(Part.TOKENS)) yield await runTokenCost(context);
  if (names.length > 0) yield* runWorkloads(context);
  if (parts.has(Part.PATHS)) yield await runPaths(context);
  if (parts.has(Part.FRONT)) yield await runFront(context);
  if (names.includes(WorkloadName.MESSAGES)) yield await runArchiveGrowth(context);
  if (parts.has(Part.RELAY)) yield await runRelay(context);
  if (parts.has(Part.DELIVERIES)) yield await runDeliveries(context);
  if (parts.has(Part.SUBSCRIBERS)) yield await runSubscribers(context);
  if (parts.has(Part.GROWTH)) yield await runGrowth(context);
  if (parts.has(Part.SCALE)) yield await runScale(context);
}

/** Runs all measurements, and writes each section as soon as it is complete, as a later one may fail. */
async function run(options: Options, signal: AbortSignal): Promise<void> {
  const databases = await BenchDatabases.open(options.databaseUrl);
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const postgres = { version: await databases.setting('server_version'), fsync: await databases.setting('fsync') };
    let began = coreTime();
    for await (const section of runAll({ options, databases, directory, signal })) {
      const ended = coreTime();
      const date = new Date().toISOString().slice(0, 10);
      process.stdout.write(`\n## ${section.title}\n\n${section.lines.join('\n')}\n`);
      // A comparison with another build is not a result of this one.
      if (options.beside !== undefined) continue;
      const former = readFileSync(RESULTS_FILE, 'utf8');
      writeFileSync(RESULTS_FILE, await report([section], former, { options, postgres, date, times: [began, ended] }));
      began = ended;
    }
  } finally {
    await databases.close();
    process.stdout.write(`\n${targetsIn(readFileSync(RESULTS_FILE, 'utf8'))}\n`);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Returns a signal that aborts on SIGINT or SIGTERM, or if the run takes several times as long as it should. */
function abortSignal({ rounds, seconds, warmupSeconds, huge }: Options): AbortSignal {
  const controller = new AbortController();
  const abort = (reason: string) => {
    controller.abort(new Error(reason));
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      abort('Stopped.');
    });
  const measuredSeconds = MEASUREMENTS_PER_ROUND * (rounds + 1) * (seconds + warmupSeconds);
  const overheadSeconds = OVERHEAD_SECONDS + (huge ? HUGE_OVERHEAD_SECONDS : 0);
  setTimeout(abort, (3 * measuredSeconds + overheadSeconds) * 1_000, 'The run takes too long.').unref();
  return controller.signal;
}

try {
  const options = readOptions(process.argv.slice(2), process.env);
  pin(process.pid, LOAD_CPU);
  await run(options, abortSignal(options));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
