import { parseArgs } from 'node:util';

/** Requests that are sent to the gateway and its peers alike. */
export const WorkloadName = {
  PAGE: 'page',
  CREATE_POCKET: 'create-pocket',
  MESSAGES: 'messages',
  REGISTER_CUSTOMER: 'register-customer',
  REGISTER_EVP: 'register-evp',
  REGISTER_CPF: 'register-cpf',
} as const;
export type WorkloadName = (typeof WorkloadName)[keyof typeof WorkloadName];

/** Workloads that are asked for together. */
const GROUPS: Readonly<Record<string, readonly WorkloadName[]>> = {
  'register-pix-entry': [WorkloadName.REGISTER_EVP, WorkloadName.REGISTER_CPF],
};

/** The benchmark of the delivering worker, which no request belongs to. */
const DELIVERIES = 'deliveries';
/** Start-up time and memory, without a request. */
const REST = 'rest';

/** What is measured, and for how long. */
export interface Options {
  readonly workloads: readonly WorkloadName[];
  /** Whether deliveries are measured too. */
  readonly deliveries: boolean;
  /** Whether start-up time and memory at rest are. */
  readonly rest: boolean;
  /** Whether messages are also measured at ten million. */
  readonly huge: boolean;
  /** Measured rounds of each system. */
  readonly rounds: number;
  /** Length of a measured round. */
  readonly seconds: number;
  /** Load before each measured round, which brings connections, statements and compiled code back. */
  readonly warmupSeconds: number;
  /** Connections of the load, each with one request at a time. */
  readonly connections: number;
  /** A PostgreSQL whose user may create databases; the database in its path is only connected to. */
  readonly databaseUrl: string;
}

const DATABASE_URL_DEFAULT = 'postgresql://postgres@127.0.0.1:5432/postgres';

/**
 * Reads the command line: names of what is measured (none: all), `--rounds`, `--seconds`, `--warmup`, `--connections`,
 * `--huge`.
 * @throws Error that says what is wrong
 */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '5' },
      warmup: { type: 'string', default: '2' },
      connections: { type: 'string', default: '32' },
      huge: { type: 'boolean', default: false },
    },
  });
  const names = Object.values(WorkloadName);
  const known: readonly string[] = [...names, ...Object.keys(GROUPS), DELIVERIES, REST];
  const wanted: readonly string[] = positionals.flatMap((name) => [name, ...(GROUPS[name] ?? [])]);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No workload is named ${unknown.join(', ')}: choose ${known.join(' or ')}.`);
  return {
    workloads: names.filter((name) => positionals.length === 0 || wanted.includes(name)),
    deliveries: positionals.length === 0 || positionals.includes(DELIVERIES),
    rest: positionals.length === 0 || positionals.includes(REST),
    huge: values.huge,
    rounds: wholeNumber('--rounds', values.rounds, 100),
    seconds: wholeNumber('--seconds', values.seconds, 60),
    warmupSeconds: wholeNumber('--warmup', values.warmup, 60),
    connections: wholeNumber('--connections', values.connections, 1_000),
    databaseUrl: environment['BENCH_DATABASE_URL'] ?? DATABASE_URL_DEFAULT,
  };
}

function wholeNumber(name: string, text: string, max: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw new Error(`${name} is "${text}": write a whole number from 1 to ${max}.`);
}
