import { LockMode } from '@mikro-orm/core';
import type { Database } from '../database/database.ts';
import type { Entities } from '../statements/entities.ts';
import type { SecretBox } from './secret-box.ts';

/** The result of re-encrypting the secrets of one kind. */
export interface ResealedSecrets {
  /** Number that was re-encrypted, or, on a dry run, would be. */
  resealed: number;
  /** Number that was already encrypted with the first key. */
  upToDate: number;
  /** Ids of the secrets that none of the keys decrypts. */
  readonly unopened: string[];
}

/** Secrets at rest of one kind. */
export interface SealedSecrets {
  /** What they are, for operators; `<n>` stands for their number. */
  readonly what: string;
  /** Encrypts them again with the first key; a dry run only counts them. */
  readonly reseal: (database: Database, secrets: SecretBox, isDryRun: boolean) => Promise<ResealedSecrets>;
}

/** Rows of a page that is resealed in one transaction. */
const PAGE_SIZE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** How rows of one kind are resealed. */
interface Resealing<Row> {
  /** Names a row whose secrets cannot be opened. */
  readonly nameOf: (row: Row) => string;
  /**
   * Encrypts the secrets of a row again; a dry run changes nothing.
   * @returns false if they were encrypted with the first key
   * @throws Error if none of the keys decrypts one of them
   */
  readonly reseal: (row: Row) => boolean;
}

/** Rows are locked, or what is changed meanwhile would be overwritten with what it was; a dry run changes none. */
export function lockToReseal(isDryRun: boolean): LockMode.NONE | LockMode.PESSIMISTIC_WRITE {
  return isDryRun ? LockMode.NONE : LockMode.PESSIMISTIC_WRITE;
}

/** Reseals some rows, which are written with their transaction. */
export function resealRows<Row>(rows: readonly Row[], { nameOf, reseal }: Resealing<Row>): ResealedSecrets {
  const outcome: ResealedSecrets = { resealed: 0, upToDate: 0, unopened: [] };
  for (const row of rows)
    try {
      outcome[reseal(row) ? 'resealed' : 'upToDate'] += 1;
    } catch {
      outcome.unopened.push(nameOf(row));
    }
  return outcome;
}

/** The next page of rows, in the order of their ids. */
interface NextPage {
  readonly after: string;
  readonly options: {
    readonly orderBy: { readonly id: 'asc' };
    readonly limit: number;
    readonly lockMode: ReturnType<typeof lockToReseal>;
  };
}

/** Reseals all rows of a large table, page by page, each in a transaction of its own. */
export async function resealPages<Row extends { readonly id: string }>(
  database: Database,
  isDryRun: boolean,
  {
    find,
    reseal,
  }: {
    readonly find: (entities: Entities, page: NextPage) => Promise<readonly Row[]>;
    readonly reseal: Resealing<Row>['reseal'];
  },
): Promise<ResealedSecrets> {
  const options = { orderBy: { id: 'asc' }, limit: PAGE_SIZE, lockMode: lockToReseal(isDryRun) } as const;
  const outcome: ResealedSecrets = { resealed: 0, upToDate: 0, unopened: [] };
  for (let after: string | undefined = FIRST_ID; after !== undefined;) {
    const from: string = after;
    const page = await database.transaction(async ({ entities }) => {
      const rows = await find(entities, { after: from, options });
      const last = rows.length < PAGE_SIZE ? undefined : rows.at(-1)?.id;
      return { last, became: resealRows(rows, { nameOf: ({ id }) => id, reseal }) };
    });
    outcome.resealed += page.became.resealed;
    outcome.upToDate += page.became.upToDate;
    outcome.unopened.push(...page.became.unopened);
    after = page.last;
  }
  return outcome;
}
