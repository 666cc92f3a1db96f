import { parseArgs } from 'node:util';

/** What is measured: so many subscribers, spread over so many partners. */
export interface Scene {
  readonly subscribers: number;
  readonly partners: number;
}

export interface LiveOptions {
  readonly scenes: readonly Scene[];
  /** Events a second over all partners, and for how long they happen in each round. */
  readonly eventsPerSecond: number;
  readonly seconds: number;
  /** How often all is measured; the middle values count. */
  readonly rounds: number;
  /** Subscriptions that share one socket. */
  readonly perSocket: number;
  readonly databaseUrl: string;
}

const DATABASE_URL_DEFAULT = 'postgresql://postgres@127.0.0.1:5432/postgres';

/** Reads the command line: `--seconds`, `--rounds`, `--rate`, `--per-socket`, `--subscribers 1000,5000`, `--partners 1,100`. */
export function readLiveOptions(args: readonly string[], environment: NodeJS.ProcessEnv): LiveOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '3' },
      rate: { type: 'string', default: '100' },
      'per-socket': { type: 'string', default: '1' },
      subscribers: { type: 'string', default: '1000,5000' },
      partners: { type: 'string', default: '1,100' },
    },
  });
  const list = (text: string) => text.split(',').map(Number);
  const scenes = list(values.subscribers).flatMap((subscribers) =>
    list(values.partners).map((partners) => ({ subscribers, partners })),
  );
  return {
    scenes,
    eventsPerSecond: Number(values.rate),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    perSocket: Number(values['per-socket']),
    databaseUrl: environment['BENCH_DATABASE_URL'] ?? DATABASE_URL_DEFAULT,
  };
}
