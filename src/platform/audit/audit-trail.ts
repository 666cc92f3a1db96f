/**
 * Keeps who ran which mutation, in chains in which a missing entry shows.
 * @packageDocumentation
 */

import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Sql } from '../database/database.ts';
import { isOutage, isUniqueViolation } from '../database/database-failure.ts';
import { RowSet } from '../statements/row-set.ts';
import { statement } from '../statements/statement.ts';
import type { FailingWork } from '../loops/failing-work.ts';
import { describeError, type Logger } from '../observability/logger.ts';
import { Retries } from '../loops/retries.ts';
import { ENTRY_COLUMNS } from './audit-entry.rows.ts';

/** An act, or an attempt that was refused, to record in the audit trail. */
export interface AuditedAct {
  /** Empty if the caller was not authenticated. */
  readonly partnerId: string;
  readonly client: string | null;
  readonly mutation: string;
  readonly result: string;
  /** Id of the person whose data was read. */
  readonly subject?: string;
  /** How many equal acts it represents; one by default. */
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
  /** Resolves when they are stored or logged, or when their responses must not be held back any longer. */
  readonly answered: Promise<void>;
  /** Whether responses are no longer held back for it. */
  isLate: boolean;
}

/** Most entries that one statement stores. */
const BATCH_SIZE_MAX = 1_000;
/** Longest time that responses are held back for a batch, in milliseconds. */
const HELD_BACK_MS_MAX = 300;
/** How long storing a batch is retried, and the longest rest between two tries, in milliseconds. */
const TRYING_MS = 30_000;
const REST_MS_MAX = 2_000;
/** Most entries that wait; further ones are written to the log immediately. */
const WAITING_MAX = 20_000;

const ENTRIES = new RowSet(ENTRY_COLUMNS);

/** All entries that were collected meanwhile, in one statement. */
const STORE_ENTRIES = statement(
  'store_audit_entries',
  `insert into audit_outbox (id, at, partner_id, client, mutation, result, subject, count, correlation_id)
   select * from ${ENTRIES.as('entry')}`,
  { writes: 'batch' },
);

export interface AuditTrailOptions {
  readonly database: Sql;
  readonly clock: Clock;
  readonly random: Random;
  readonly failing: FailingWork;
  readonly logger: Logger;
}

/**
 * Records acts without a transaction of their own: refusals, reads and failed logins. Entries that arrive while one
 * batch is in flight form the next one, so that many share a statement and a commit. An entry that cannot be stored is
 * written to the log instead, and its response is not held back.
 */
export class AuditTrail {
  private waiting: Batch | undefined;
  private entriesWaiting = 0;
  private inFlight: Promise<void> = Promise.resolve();
  private isStopped = false;
  private readonly retries: Retries;
  private readonly options: AuditTrailOptions;

  constructor(options: AuditTrailOptions) {
    this.options = options;
    this.retries = new Retries({ loop: 'audit-trail', failing: options.failing, restMsMax: REST_MS_MAX });
  }

  /** Resolves when the entry is stored or, in an outage, logged. */
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

  /** Resolves when all recorded entries are stored or logged. */
  settled(): Promise<void> {
    return this.inFlight;
  }

  /** Ends the retries: an outage must not delay the end of the process. Resolves like `settled`. */
  stop(): Promise<void> {
    this.isStopped = true;
    this.retries.end();
    return this.settled();
  }

  private next(): Batch {
    const entries: Entry[] = [];
    const stored = this.inFlight.then(async () => {
      if (this.waiting?.entries === entries) this.waiting = undefined;
      await this.store(entries);
      this.entriesWaiting -= entries.length;
    });
    this.inFlight = stored;
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
        if (this.isStopped || performance.now() > latest || !isOutage(error)) {
          this.giveUp(entries, error);
          return;
        }
        await this.retries.failed(error);
      }
    }
  }

  private async insert(entries: readonly Entry[]): Promise<void> {
    await this.options.database.run(STORE_ENTRIES, ENTRIES.valuesOf(entries)).catch((error: unknown) => {
      // Otherwise the previous try had stored all of them, and its response was lost.
      if (!isUniqueViolation(error, 'audit_outbox_pkey')) throw error;
    });
  }

  /** Logs entries whose responses are sent before they are stored: if the process ends in between, the log has them. */
  private logLate(entries: readonly Entry[]): void {
    this.options.logger.warn({ entries }, 'audit entries are not stored yet');
  }

  private giveUp(entries: readonly Entry[], error: unknown): void {
    const facts = { entries, error: describeError(error) };
    this.options.logger.error(facts, 'audit entries could not be stored');
  }
}

/** Resolves with `work`, or after a time limit, when it calls `onLate`. */
async function within(milliseconds: number, work: Promise<void>, onLate: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      onLate();
      resolve();
    }, milliseconds);
  });
  await Promise.race([work, tooLate]);
  clearTimeout(timer);
}
