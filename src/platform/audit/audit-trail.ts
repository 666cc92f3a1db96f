import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from '../../kernel/chance.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { describeError, type Logger } from '../observability/logger.ts';

/** What a mutation leaves behind for those who ask later. */
export interface AuditedMutation {
  readonly partnerId: string;
  readonly client: string | null;
  readonly mutation: string;
  readonly result: string;
  readonly correlationId: string;
}

interface Entry extends AuditedMutation {
  readonly id: string;
  readonly at: Date;
}

interface Batch {
  readonly entries: Entry[];
  readonly stored: Promise<void>;
}

/** Entries that one statement stores at most. */
const BATCH_SIZE_MAX = 1_000;
/** How often a batch is tried, and the rest between two tries, in milliseconds. */
const TRIES_MAX = 3;
const REST_MS = 200;

const STORE_ENTRIES = statement(
  'store_audit_entries',
  `insert into audit_entry (id, at, partner_id, client, mutation, result, correlation_id)
   select * from jsonb_to_recordset($1::jsonb) as entry (
     id uuid, at timestamptz, "partnerId" text, client text, mutation text, result text, "correlationId" uuid)`,
);

export interface AuditTrailOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly logger: Logger;
}

/**
 * Writes down each mutation before it is answered. What ends while one batch is on its way goes with the next, so that
 * many mutations share a statement and a commit. An entry that cannot be stored goes to the log instead: what has
 * happened has happened, and its answer is not held back for it.
 */
export class AuditTrail {
  private waiting: Batch | undefined;
  private underWay: Promise<void> = Promise.resolve();
  private readonly options: AuditTrailOptions;

  constructor(options: AuditTrailOptions) {
    this.options = options;
  }

  /** Ends when the entry is stored, or logged. */
  record(mutation: AuditedMutation): Promise<void> {
    const { chance, clock } = this.options;
    const batch =
      this.waiting !== undefined && this.waiting.entries.length < BATCH_SIZE_MAX ? this.waiting : this.next();
    const at = clock.now();
    batch.entries.push({ ...mutation, id: chance.timeOrderedUuid(at), at });
    return batch.stored;
  }

  private next(): Batch {
    const entries: Entry[] = [];
    const stored = this.underWay.then(() => {
      if (this.waiting?.entries === entries) this.waiting = undefined;
      return this.store(entries);
    });
    this.underWay = stored;
    this.waiting = { entries, stored };
    return this.waiting;
  }

  private async store(entries: readonly Entry[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.options.database.run(STORE_ENTRIES, [JSON.stringify(entries)]);
        return;
      } catch (error) {
        if (tries === TRIES_MAX) {
          const facts = { entries, error: describeError(error) };
          this.options.logger.error(facts, 'entries of the audit trail could not be stored');
          return;
        }
        await wait(REST_MS);
      }
    }
  }
}
