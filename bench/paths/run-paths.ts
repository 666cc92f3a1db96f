import type { Section } from '../report.ts';
import type { RunContext } from '../run-context.ts';
import { medianOf, medianRatio } from '../statistics.ts';
import { atMost } from '../target.ts';
import { startGateway } from '../systems.ts';
import { createByGraphql, createByRest, pageByGraphql, pageByRest } from './calls.ts';
import { makeWorld, measureCalls, type CallRound } from './measure-calls.ts';

const DATABASE = 'bench_paths';
/** Target: maximum ratio of the cost of createPocket over REST to that over GraphQL. */
const WANTED = 1.1;

const cpuOf = (rounds: readonly CallRound[] = []) => rounds.map(({ cpuUs: [us = NaN] }) => us);

/** Measures the partner API's paths and their GraphQL fields, on one gateway. */
export async function runPaths(context: RunContext): Promise<Section> {
  const { options, databases, directory } = context;
  await makeWorld(context, DATABASE);
  const server = await startGateway({ databases, databaseUrl: options.databaseUrl, directory }, DATABASE, 'api');
  try {
    const workloads = [createByGraphql, createByRest, pageByGraphql, pageByRest];
    const spenders = [server];
    const { connections } = options;
    const measured = await measureCalls(
      context,
      workloads.map((workload) => ({ workload, server, spenders, connections })),
    );
    const rows = workloads.map(({ title }, nth) => {
      const rounds = measured[nth] ?? [];
      const us = cpuOf(rounds);
      const ratio = medianRatio(us, cpuOf(measured[nth - (nth % 2)]));
      const perSecond = medianOf(rounds.map(({ answers, seconds }) => answers / seconds));
      const extremes = [Math.min(...us), Math.max(...us)].map((one) => one.toFixed(0)).join('–');
      return `| ${title} | ${medianOf(us).toFixed(0)} (${extremes}) | ${ratio.toFixed(2)} | ${perSecond.toFixed(0)} |`;
    });
    const created = medianRatio(cpuOf(measured[1]), cpuOf(measured[0]));
    const lines = [
      '`npm run bench rest-paths`. Both sides ask for the same fields; documents of GraphQL are sent as text.',
      '',
      '| Call | CPU µs/request (least–most) | × GraphQL | requests/s |',
      '|---|---|---|---|',
      ...rows,
    ];
    const targets = [atMost('a pocket: × the CPU over GraphQL', created, WANTED)];
    return { title: 'REST paths beside GraphQL', lines, targets };
  } finally {
    await server.stop();
  }
}
