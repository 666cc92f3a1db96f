import { runLoad, type LoadOptions } from '../load.ts';
import { tokenSigner } from '../live/tokens.ts';
import { inLongRounds } from '../options.ts';
import { cpuSeconds, isLocalBackend, totalCpuSeconds } from '../processes.ts';
import type { Section } from '../report.ts';
import type { RunContext } from '../run-context.ts';
import type { ServerProcess } from '../server-process.ts';
import { ISSUER, startGateway } from '../systems.ts';
import { makeGrowthWorlds, partnersOf } from './growth-worlds.ts';
import { growthLines, type GrowthRound } from './report-growth.ts';
import { growthOperations, growthScenes, type GrowthOperation, type GrowthScene } from './scenes.ts';

const SCOPES = 'account.read pocket.create pocket.read pix.entries.create customer.write webhook.read';

/** Measures what each operation costs with more data, partners and processes; scenes take turns. */
export async function runGrowth(run: RunContext): Promise<Section> {
  const options = inLongRounds(run.options);
  const context = { ...run, options };
  await makeGrowthWorlds(context);
  const rounds: GrowthRound[] = [];
  for (let nth = 0; nth < options.rounds; nth += 1)
    for (const scene of nth % 2 === 0 ? growthScenes : growthScenes.toReversed())
      rounds.push(...(await measureScene(context, scene)));
  return { title: 'Growth', lines: growthLines(rounds), options };
}

async function measureScene(context: RunContext, scene: GrowthScene): Promise<readonly GrowthRound[]> {
  const { options, databases, directory } = context;
  const { world, processes, cpus } = scene;
  const starting = { databases, databaseUrl: options.databaseUrl, directory, ...(cpus !== undefined && { cpus }) };
  const servers: ServerProcess[] = [];
  try {
    for (let nth = 0; nth < processes; nth += 1) servers.push(await startGateway(starting, world.database, 'api'));
    const sign = await tokenSigner(directory, ISSUER, SCOPES);
    const tokens = await Promise.all(partnersOf(world).map(sign));
    const targets = servers.flatMap(({ port }) => tokens.map((token) => ({ port, token })));
    const measureAll = async (seconds: number) => {
      const rounds: GrowthRound[] = [];
      for (const operation of growthOperations)
        rounds.push(await measureOperation(context, scene, { operation, servers, targets, seconds }));
      return rounds;
    };
    // The first time does not count: the processes are new, and code is compiled while it runs.
    await measureAll(options.warmupSeconds);
    return await measureAll(options.seconds);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

interface Measured {
  readonly operation: GrowthOperation;
  readonly servers: readonly ServerProcess[];
  readonly targets: LoadOptions['targets'];
  readonly seconds: number;
}

async function measureOperation(
  { options, databases, signal }: RunContext,
  scene: GrowthScene,
  { operation, servers, targets, seconds: loadSeconds }: Measured,
): Promise<GrowthRound> {
  const { database, partners } = scene.world;
  const workload = operation.workload(scene.world);
  const load = { targets, partners, database, workload, connections: options.connections, signal };
  await databases.checkpoint();
  await runLoad({ ...load, seconds: options.warmupSeconds });
  const backends = (await databases.backends(database)).filter(isLocalBackend);
  const spent = () => ({
    api: servers.reduce((total, { pid }) => total + cpuSeconds(pid), 0),
    database: totalCpuSeconds(backends),
  });
  const before = spent();
  const { answers, seconds, p50Ms, p99Ms } = await runLoad({ ...load, seconds: loadSeconds });
  const after = spent();
  const round: GrowthRound = {
    ...{ scene, operation, p50Ms, p99Ms },
    perSecond: answers / seconds,
    apiCpuUs: ((after.api - before.api) * 1_000_000) / answers,
    databaseCpuUs: backends.length === 0 ? NaN : ((after.database - before.database) * 1_000_000) / answers,
  };
  process.stderr.write(`${operation.title}, ${scene.title}: ${round.perSecond.toFixed(0)}/s\n`);
  return round;
}
