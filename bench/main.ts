import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchDatabases } from './database.ts';
import { measure, type Measurement } from './measure.ts';
import { readOptions, WorkloadName, type Options } from './options.ts';
import { LOAD_CPU, pin } from './processes.ts';
import { report, type Results } from './report.ts';
import { fetchToken, startSystems, type System } from './systems.ts';
import { verifyCreations, verifySameAnswers } from './verify.ts';
import { workloads } from './workloads.ts';

const RESULTS_FILE = new URL('./RESULTS.md', import.meta.url);
/** What starting, copying and verifying may take besides the rounds themselves, in seconds. */
const OVERHEAD_SECONDS = 180;

async function measureWorkload(
  name: WorkloadName,
  { options, databases, systems, signal }: RunContext,
): Promise<Results> {
  const workload = workloads[name];
  const verified = await verifySameAnswers(systems, name, await fetchToken(systems));
  const measurements = await measure({ options, databases, systems, workload, signal });
  if (name === WorkloadName.CREATE_POCKET) {
    const created = (measurement: Measurement) => measurement.answers + verified;
    const counts = new Map(measurements.map((measurement) => [measurement.system.name, created(measurement)]));
    await verifyCreations(systems, options.databaseUrl, counts);
  }
  return { name, title: workload.title, measurements };
}

interface RunContext {
  readonly options: Options;
  readonly databases: BenchDatabases;
  readonly systems: readonly System[];
  readonly signal: AbortSignal;
}

async function run(options: Options, signal: AbortSignal): Promise<string> {
  const databases = await BenchDatabases.open(options.databaseUrl);
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const systems: System[] = [];
  try {
    await startSystems({ databases, databaseUrl: options.databaseUrl, directory }, systems);
    const results: Results[] = [];
    for (const name of options.workloads)
      results.push(await measureWorkload(name, { options, databases, systems, signal }));
    const postgres = { version: await databases.setting('server_version'), fsync: await databases.setting('fsync') };
    return await report(results, { options, postgres, date: new Date().toISOString().slice(0, 10) });
  } finally {
    await Promise.all(systems.map(({ server }) => server.stop()));
    await databases.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Ends with a signal of the user, or when the run takes twice as long as it should. */
function abortSignal({ workloads: { length }, rounds, seconds, warmupSeconds }: Options): AbortSignal {
  const controller = new AbortController();
  const abort = (reason: string) => {
    controller.abort(new Error(reason));
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      abort('Stopped.');
    });
  const expectedSeconds = length * (rounds + 1) * (seconds + warmupSeconds) * 4;
  setTimeout(abort, (2 * expectedSeconds + OVERHEAD_SECONDS) * 1_000, 'The run takes too long.').unref();
  return controller.signal;
}

try {
  const options = readOptions(process.argv.slice(2), process.env);
  pin(process.pid, LOAD_CPU);
  const markdown = await run(options, abortSignal(options));
  writeFileSync(RESULTS_FILE, markdown);
  process.stdout.write(`\n${markdown}`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
