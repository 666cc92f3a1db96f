import { ALL_CPUS } from '../processes.ts';
import { pageBody, workloads, createPocketBody, type Workload } from '../workloads.ts';
import { CREATION_ACCOUNTS, creationAccountNumber, PAGE_ACCOUNTS, pageAccountNumber } from '../world.ts';

/** A database of a certain size. */
export interface GrowthWorld {
  readonly database: string;
  /** Factor for the accounts, pockets, keys and messages of a partner. */
  readonly times: number;
  readonly partners: number;
}

const USUAL: GrowthWorld = { database: 'bench_growth', times: 1, partners: 1 };
const TEN_TIMES: GrowthWorld = { database: 'bench_growth_data', times: 10, partners: 1 };
const TEN_PARTNERS: GrowthWorld = { database: 'bench_growth_partners', times: 1, partners: 10 };
export const growthWorlds: readonly GrowthWorld[] = [USUAL, TEN_TIMES, TEN_PARTNERS];

/** What is measured: a number of gateway processes on one world. */
export interface GrowthScene {
  readonly title: string;
  readonly world: GrowthWorld;
  readonly processes: number;
  /** CPUs of the processes; undefined: only the servers' CPU. With all CPUs they share them with database and load. */
  readonly cpus?: string;
}

export const growthScenes: readonly GrowthScene[] = [
  { title: 'as it is', world: USUAL, processes: 1 },
  { title: '10 × the data', world: TEN_TIMES, processes: 1 },
  { title: '10 × the partners', world: TEN_PARTNERS, processes: 1 },
  { title: '1 process on both cores', world: USUAL, processes: 1, cpus: ALL_CPUS },
  { title: '2 processes on both cores', world: USUAL, processes: 2, cpus: ALL_CPUS },
  { title: '4 processes on both cores', world: USUAL, processes: 4, cpus: ALL_CPUS },
];

/** An operation, and what limits it. */
export interface GrowthOperation {
  readonly title: string;
  readonly limit: string;
  readonly workload: (world: GrowthWorld) => Workload;
}

/** Returns the nth account of the partner whose turn it is, spread over all of the partner's accounts. */
const accountOf = (nth: number, { times, partners }: GrowthWorld, accounts: number) =>
  Math.floor(nth / partners) % (accounts * times);

export const growthOperations: readonly GrowthOperation[] = [
  {
    title: '50 pockets',
    limit:
      "The CPU of an `api` process: the database reads 51 rows by an index, however many lie behind them. More processes carry it, until PostgreSQL's cores are full.",
    workload: (world) => ({
      ...workloads.page,
      body: (nth) => pageBody(pageAccountNumber(accountOf(nth, world, PAGE_ACCOUNTS))),
    }),
  },
  {
    title: '50 messages',
    limit:
      'The same: months are partitions, and the newest page ends in the first of them. What grows is the archive on disk.',
    workload: () => workloads.messages,
  },
  {
    title: 'createPocket',
    limit:
      'Commits: each waits for the log to reach the disk, and those that wait at once share that. Creations below one account wait for each other, as its pockets are counted; others do not. The relay that numbers events is one over all processes.',
    workload: (world) => ({
      ...workloads['create-pocket'],
      body: (nth) =>
        createPocketBody(creationAccountNumber(accountOf(nth, world, CREATION_ACCOUNTS)), crypto.randomUUID()),
    }),
  },
  {
    title: 'registerPixEntry (EVP)',
    limit: 'Commits too. The directory is one unique index over all partners, which ten times the keys hardly deepen.',
    workload: () => workloads['register-evp'],
  },
  {
    title: 'registerCustomer',
    limit: 'Commits, and the CPU of the database: a registration writes more rows and indexes than the others.',
    workload: () => workloads['register-customer'],
  },
];
