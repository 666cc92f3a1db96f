import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import type { AskProvider, Found } from '../intents/provider-mutation.ts';
import type { ToldEvent } from './provider-event.value.ts';

/** What an event is about, as it is stored here. */
interface SettledSubject {
  readonly subjectId: string;
  /** Of which account it is; absent: of none. */
  readonly accountId?: string;
  /** Tells apart what may happen to it again; empty where it happens once. */
  readonly round: string;
}

/** What becomes of the subject of an event that the gateway knows. */
export type Settling = SettledSubject | 'UNKNOWN' | 'UNREADABLE';

/** How a capability handles events of its subjects that a provider sends. */
export interface ToldSubject {
  /** Names of the events. */
  readonly names: readonly string[];
  /**
   * Finds what the event is about, stores it, or moves its status, in the transaction that logs the event; it must do no
   * harm when it is done again. `UNKNOWN`: it is to be fetched first. `UNREADABLE`: the event does not say enough.
   */
  readonly settle: (sql: Sql, event: ToldEvent, now: Date) => Promise<Settling>;
  /** Fetches an unknown one from the provider, and stores it. Without it one is waited for: it is made here sooner or later. */
  readonly fetch?: (fetching: Fetching) => Promise<Fetched>;
  /** The mutation that causes the events. */
  readonly mutation?: {
    readonly name: string;
    /** What the provider has of it, as it answers the mutation; undefined: it did not say. */
    readonly found: (event: ToldEvent, ask: AskProvider) => Promise<Found | undefined>;
  };
}

/** What fetches a subject: the provider to ask, and where to store it. */
interface Fetching {
  readonly event: ToldEvent;
  readonly ask: AskProvider;
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
}

/** What came of fetching a subject; `MISSING`: the provider does not have it. */
export type Fetched = 'FETCHED' | 'MISSING' | 'UNAVAILABLE';
