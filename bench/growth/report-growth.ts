import { medianOf } from '../statistics.ts';
import { growthOperations, growthScenes, type GrowthOperation, type GrowthScene } from './scenes.ts';

/** One operation in one scene, measured once. */
export interface GrowthRound {
  readonly scene: GrowthScene;
  readonly operation: GrowthOperation;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of all `api` processes per request, and of the database's backends, in microseconds. */
  readonly apiCpuUs: number;
  readonly databaseCpuUs: number;
}

const HEADER = [
  '| Operation | scene | requests/s | × the first | p50 ms | p99 ms | api CPU µs | × the first | database CPU µs | × the first |',
  '|---|---|---|---|---|---|---|---|---|---|',
];

/** Returns the lines of the section: medians over the rounds, ratios to the first scene, and each operation's limit. */
export function growthLines(rounds: readonly GrowthRound[]): string[] {
  const median = (operation: GrowthOperation, scene: GrowthScene | undefined, read: (round: GrowthRound) => number) =>
    medianOf(rounds.filter((round) => round.operation === operation && round.scene === scene).map(read));
  const row = (operation: GrowthOperation, scene: GrowthScene) => {
    const cells = ({ digits, read }: { digits: number; read: (round: GrowthRound) => number }) => {
      const value = median(operation, scene, read);
      return [value.toFixed(digits), (value / median(operation, growthScenes[0], read)).toFixed(2)];
    };
    return [
      ...[operation.title, scene.title, ...cells({ digits: 0, read: ({ perSecond }) => perSecond })],
      ...[median(operation, scene, ({ p50Ms }) => p50Ms), median(operation, scene, ({ p99Ms }) => p99Ms)].map((ms) =>
        ms.toFixed(1),
      ),
      ...cells({ digits: 0, read: ({ apiCpuUs }) => apiCpuUs }),
      ...cells({ digits: 0, read: ({ databaseCpuUs }) => databaseCpuUs }),
    ].join(' | ');
  };
  return [
    'The first three scenes have one `api` process on CPU 1. In the others `api` processes, database and load share both cores, so that their sum is all there is: what more processes gain there is what one leaves idle. Ten times the data: accounts, pockets, keys, documents and messages of the one partner. Ten partners: the same of each, asked in turn. What more subscribers cost is in "Subscribers", what ten million messages cost in "Messages: growth of the archive".',
    '',
    ...HEADER,
    ...growthOperations.flatMap((operation) => growthScenes.map((scene) => `| ${row(operation, scene)} |`)),
    '',
    'What bounds each of them:',
    '',
    ...growthOperations.map(({ title, limit }) => `- **${title}.** ${limit}`),
  ];
}
