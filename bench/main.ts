import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAtRest } from './at-rest.ts';
import { BenchDatabases } from './database.ts';
import { runDeliveries } from './deliveries/run-deliveries.ts';
import { MANY_MESSAGES, runGrowth } from './messages/run-growth.ts';
import { measure, type Measurement } from './measure.ts';
import { readOptions, WorkloadName, type Options } from './options.ts';
import { LOAD_CPU, pin } from './processes.ts';
import { report, sectionOf, type Section } from './report.ts';
import type { RunContext } from './run-context.ts';
import { fetchToken, startSystems, type System } from './systems.ts';
import { verifyCreations, verifySameAnswers } from './verify.ts';
import { workloads } from './workloads.ts';

const RESULTS_FILE = new URL('./RESULTS.md', import.meta.url);
/** What starting, copying and verifying may take besides the rounds themselves, in seconds. */
const OVERHEAD_SECONDS = 600;
/** What filling ten million messages adds to it. */
const HUGE_OVERHEAD_SECONDS = 3_600;

/** Measures requests on the gateway and its peers, each on a database of its own. */
async function runWorkloads(context: RunContext): Promise<readonly Section[]> {
  const { options, databases, directory } = context;
  const systems: System[] = [];
  try {
    const messages = options.workloads.includes(WorkloadName.MESSAGES) ? MANY_MESSAGES : 0;
    const comparison = { databases, databaseUrl: options.databaseUrl, directory, messages };
    const persons = options.workloads.includes(WorkloadName.REGISTER_CUSTOMER);
    await startSystems({ ...comparison, keyAccounts: keyAccountsFor(options), persons }, systems);
    const sections: Section[] = [];
    for (const name of options.workloads) sections.push(await measureWorkload(name, systems, context));
    return sections;
  } finally {
    await Promise.all(systems.map(({ server }) => server.stop()));
  }
}

/** No account gets two keys of a kind: as many accounts as a system could answer for at this speed. */
const REGISTRATIONS_PER_SECOND_MAX = 4_000;

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

async function run(options: Options, signal: AbortSignal): Promise<string> {
  const databases = await BenchDatabases.open(options.databaseUrl);
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const context: RunContext = { options, databases, directory, signal };
  try {
    const sections: Section[] = [];
    if (options.rest) sections.push(await runAtRest(context));
    if (options.workloads.length > 0) sections.push(...(await runWorkloads(context)));
    if (options.workloads.includes(WorkloadName.MESSAGES)) sections.push(await runGrowth(context));
    if (options.deliveries) sections.push(await runDeliveries(context));
    const postgres = { version: await databases.setting('server_version'), fsync: await databases.setting('fsync') };
    const former = readFileSync(RESULTS_FILE, 'utf8');
    return await report(sections, former, { options, postgres, date: new Date().toISOString().slice(0, 10) });
  } finally {
    await databases.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Ends with a signal of the user, or when the run takes twice as long as it should. */
function abortSignal({ workloads, deliveries, huge, rounds, seconds, warmupSeconds }: Options): AbortSignal {
  const controller = new AbortController();
  const abort = (reason: string) => {
    controller.abort(new Error(reason));
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      abort('Stopped.');
    });
  const measured = workloads.length + (workloads.includes(WorkloadName.MESSAGES) ? 3 : 0) + (deliveries ? 1 : 0);
  const expectedSeconds = measured * (rounds + 1) * (seconds + warmupSeconds) * 4;
  const overheadSeconds = OVERHEAD_SECONDS + (huge ? HUGE_OVERHEAD_SECONDS : 0);
  setTimeout(abort, (2 * expectedSeconds + overheadSeconds) * 1_000, 'The run takes too long.').unref();
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
