import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Sql } from '../database/database.ts';
import { isOutage, isUniqueViolation } from '../database/database-failure.ts';
import { RowSet } from '../statements/row-set.ts';
import { statement } from '../statements/statement.ts';
import type { FailingWork } from '../loops/failing-work.ts';
import { describeError, type Logger } from '../observability/logger.ts';
import { Retries } from '../loops/retries.ts';

/** What was done, or was not let be done, for those who ask later. */
export interface AuditedAct {
  /** Empty where nobody was let in. */
  readonly partnerId: string;
  readonly client: string | null;
  readonly mutation: string;
  readonly result: string;
  /** Id of the person whose data was read. */
  readonly subject?: string;
  /** How many of the same it stands for; one where it is not said. */
  readonly count?: number;
  readonly correlationId: string;
}

interface Entry extends Omit<AuditedAct, 'subject'> {
  readonly id: string;
  readonly at: Date;
  readonly subject: string | null;
  readonly count: number;
}

interface Batch {
  readonly entries: Entry[];
  /** Ends when they are stored or logged, or when their answers have been held back for long enough. */
  readonly answered: Promise<void>;
  /** Whether answers are no longer held back for it. */
  isLate: boolean;
}

/** Entries that one statement stores at most. */
const BATCH_SIZE_MAX = 1_000;
/** Longest time that answers are held back for a batch, in milliseconds. */
const HELD_BACK_MS_MAX = 300;
/** For how long a batch is tried, and the longest rest between two tries, in milliseconds. */
const TRYING_MS = 30_000;
const REST_MS_MAX = 2_000;
/** Entries that wait at most; more than these go to the log at once. */
const WAITING_MAX = 20_000;

const ENTRIES = new RowSet([
  ['id', 'uuid'],
  ['at', 'timestamptz'],
  ['partnerId', 'text'],
  ['client', 'text'],
  ['mutation', 'text'],
  ['result', 'text'],
  ['subject', 'text'],
  ['count', 'int'],
  ['correlationId', 'uuid'],
]);

const STORE_ENTRIES = statement(
  'store_audit_entries',
  `insert into audit_outbox (id, at, partner_id, client, mutation, result, subject, count, correlation_id)
   select * from ${ENTRIES.as('entry')}`,
);

export interface AuditTrailOptions {
  readonly database: Sql;
  readonly clock: Clock;
  readonly random: Random;
  readonly failing: FailingWork;
  readonly logger: Logger;
}

/**
 * Writes down what has no transaction of its own to be written in: refusals, reads, and who was not let in. What ends while
 * one batch is on its way goes with the next, so that many share a statement and a commit. An entry that cannot be stored
 * goes to the log instead: its answer is not held back for it.
 */
export class AuditTrail {
  private waiting: Batch | undefined;
  private entriesWaiting = 0;
  private underWay: Promise<void> = Promise.resolve();
  private readonly retries: Retries;
  private readonly options: AuditTrailOptions;

  constructor(options: AuditTrailOptions) {
    this.options = options;
    this.retries = new Retries({ loop: 'audit-trail', failing: options.failing, restMsMax: REST_MS_MAX });
  }

  /** Ends when the entry is stored or logged; in an outage sooner. */
  record(act: AuditedAct): Promise<void> {
    const { random, clock } = this.options;
    const at = clock.now();
    const entry = { count: 1, subject: null, ...act, id: random.timeOrderedUuid(at), at };
    if (this.entriesWaiting >= WAITING_MAX) {
      this.giveUp([entry], new Error('Too many entries wait.'));
      return Promise.resolve();
    }
    this.entriesWaiting += 1;
    const batch =
      this.waiting !== undefined && this.waiting.entries.length < BATCH_SIZE_MAX ? this.waiting : this.next();
    batch.entries.push(entry);
    if (batch.isLate) this.logLate([entry]);
    return batch.answered;
  }

  /** Ends when all that was recorded is stored or logged. */
  settled(): Promise<void> {
    return this.underWay;
  }

  private next(): Batch {
    const entries: Entry[] = [];
    const stored = this.underWay.then(async () => {
      if (this.waiting?.entries === entries) this.waiting = undefined;
      await this.store(entries);
      this.entriesWaiting -= entries.length;
    });
    this.underWay = stored;
    const batch: Batch = {
      entries,
      isLate: false,
      answered: within(HELD_BACK_MS_MAX, stored, () => {
        batch.isLate = true;
        this.logLate(entries);
      }),
    };
    this.waiting = batch;
    return batch;
  }

  private async store(entries: readonly Entry[]): Promise<void> {
    const latest = performance.now() + TRYING_MS;
    for (;;) {
      try {
        await this.insert(entries);
        this.retries.worked();
        return;
      } catch (error) {
        if (performance.now() > latest || !isOutage(error)) {
          this.giveUp(entries, error);
          return;
        }
        await this.retries.failed(error);
      }
    }
  }

  private async insert(entries: readonly Entry[]): Promise<void> {
    await this.options.database.run(STORE_ENTRIES, ENTRIES.valuesOf(entries)).catch((error: unknown) => {
      // Else the try before had stored them, all at once, and its answer was lost.
      if (!isUniqueViolation(error, 'audit_outbox_pkey')) throw error;
    });
  }

  /** Their answers go out before they are stored: should the process end in between, the log still has them. */
  private logLate(entries: readonly Entry[]): void {
    this.options.logger.warn({ entries }, 'audit entries are not stored yet');
  }

  private giveUp(entries: readonly Entry[], error: unknown): void {
    const facts = { entries, error: describeError(error) };
    this.options.logger.error(facts, 'audit entries could not be stored');
  }
}

/** Ends with `work`, or after a while, and then tells so. */
async function within(milliseconds: number, work: Promise<void>, tellLate: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      tellLate();
      resolve();
    }, milliseconds);
  });
  await Promise.race([work, tooLate]);
  clearTimeout(timer);
}
