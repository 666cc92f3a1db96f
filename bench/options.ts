import { parseArgs } from 'node:util';
import type { LiveOptions, Scene } from './live/scenes.ts';

/** Requests that are sent to the gateway and its peers. */
export const WorkloadName = {
  PAGE: 'page',
  PAGE_WITH_CURSORS: 'page-with-cursors',
  CREATE_POCKET: 'create-pocket',
  MESSAGES: 'messages',
  REGISTER_CUSTOMER: 'register-customer',
  REGISTER_EVP: 'register-evp',
  REGISTER_CPF: 'register-cpf',
} as const;
export type WorkloadName = (typeof WorkloadName)[keyof typeof WorkloadName];

/** Workloads that are selected together. */
const GROUPS: Readonly<Record<string, readonly WorkloadName[]>> = {
  [WorkloadName.PAGE]: [WorkloadName.PAGE, WorkloadName.PAGE_WITH_CURSORS],
  'register-pix-entry': [WorkloadName.REGISTER_EVP, WorkloadName.REGISTER_CPF],
};

/** Measurements other than a workload of requests. */
export const Part = {
  /** Start-up time and memory, without requests. */
  REST: 'rest',
  /** Cost of a request's token. */
  TOKENS: 'tokens',
  /** The delivering worker. */
  DELIVERIES: 'deliveries',
  /** The relay that numbers events. */
  RELAY: 'relay',
  /** The partner API's paths compared with GraphQL. */
  PATHS: 'rest-paths',
  /** A gateway in front of another. */
  FRONT: 'front',
  /** Live events. */
  SUBSCRIBERS: 'subscribers',
  /** More data, partners and processes. */
  GROWTH: 'growth',
  /** A million pockets, ten thousand partners. */
  SCALE: 'scale',
} as const;
export type Part = (typeof Part)[keyof typeof Part];

/** What is measured, and for how long. */
export interface Options {
  readonly workloads: readonly WorkloadName[];
  readonly parts: ReadonlySet<Part>;
  /** Whether messages are also measured at ten million. */
  readonly huge: boolean;
  /** Measured rounds of each system. */
  readonly rounds: number;
  /** Duration of a measured round. */
  readonly seconds: number;
  /** Duration of the load before each measured round, which restores connections, statements and compiled code. */
  readonly warmupSeconds: number;
  /** Connections of the load, each with one request at a time. */
  readonly connections: number;
  readonly live: LiveOptions;
  /** A checkout with its own build, such as the previous release, whose gateway is measured beside this one. */
  readonly beside: string | undefined;
  /** A PostgreSQL whose user can create databases; the database in its path is only connected to. */
  readonly databaseUrl: string;
}

/** Returns options for parts with many measurements per round and a slow start: a ninth of the rounds, each longer. */
export function inLongRounds(options: Options): Options {
  const { rounds, seconds, warmupSeconds } = options;
  return { ...options, rounds: Math.ceil(rounds / 9), seconds: 3 * seconds, warmupSeconds: 2 * warmupSeconds };
}

const DATABASE_URL_DEFAULT = 'postgresql://postgres@127.0.0.1:5432/postgres';

const TEXT = { type: 'string' } as const;

/**
 * Reads the command line: names of what to measure (none: all), `--rounds`, `--seconds`, `--warmup`, `--connections`,
 * `--huge`, `--beside FOLDER`; for subscribers `--subscribers 1000,5000`, `--partners 1,100`, `--rate`, `--per-socket`.
 * @throws Error that names what is wrong
 */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { ...TEXT, default: '9' },
      seconds: { ...TEXT, default: '1' },
      warmup: { ...TEXT, default: '0.5' },
      connections: { ...TEXT, default: '32' },
      huge: { type: 'boolean', default: false },
      beside: TEXT,
      subscribers: { ...TEXT, default: '1000,5000' },
      partners: { ...TEXT, default: '1,100' },
      rate: { ...TEXT, default: '200' },
      'per-socket': { ...TEXT, default: '1' },
    },
  });
  return {
    ...chosen(positionals),
    huge: values.huge,
    beside: values.beside,
    rounds: wholeNumber('--rounds', values.rounds, 100),
    seconds: secondsOf('--seconds', values.seconds),
    warmupSeconds: secondsOf('--warmup', values.warmup),
    connections: wholeNumber('--connections', values.connections, 1_000),
    live: {
      scenes: scenesOf(values.subscribers, values.partners),
      eventsPerSecond: wholeNumber('--rate', values.rate, 10_000),
      perSocket: wholeNumber('--per-socket', values['per-socket'], 20),
    },
    databaseUrl: environment['BENCH_DATABASE_URL'] ?? DATABASE_URL_DEFAULT,
  };
}

function chosen(positionals: readonly string[]): Pick<Options, 'workloads' | 'parts'> {
  const [names, parts] = [Object.values(WorkloadName), Object.values(Part)];
  const known: readonly string[] = [...names, ...Object.keys(GROUPS), ...parts];
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Nothing here is named ${unknown.join(', ')}: choose ${known.join(' or ')}.`);
  const wanted: readonly string[] = positionals.flatMap((name) => [name, ...(GROUPS[name] ?? [])]);
  const isWanted = (name: string) => positionals.length === 0 || wanted.includes(name);
  return { workloads: names.filter(isWanted), parts: new Set(parts.filter(isWanted)) };
}

function scenesOf(subscribers: string, partners: string): readonly Scene[] {
  const list = (name: string, text: string) => text.split(',').map((number) => wholeNumber(name, number, 100_000));
  return list('--subscribers', subscribers).flatMap((count) =>
    list('--partners', partners).map((among) => ({ subscribers: count, partners: among })),
  );
}

function secondsOf(name: string, text: string): number {
  const number = Number(text);
  if (number >= 0.1 && number <= 60) return number;
  throw new Error(`${name} is "${text}": write seconds from 0.1 to 60.`);
}

function wholeNumber(name: string, text: string, max: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw new Error(`${name} is "${text}": write a whole number from 1 to ${max}.`);
}
