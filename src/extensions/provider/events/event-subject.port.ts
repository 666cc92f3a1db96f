import type { EventLog } from '../../../events/log/event-log.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Sql } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { AskProvider, Found, ReadAccess } from '../intents/provider-mutation.ts';
import type { ReceivedEvent } from './provider-event.value.ts';

/** The subject of an event, as it is stored here. */
interface SettledSubject {
  readonly subjectId: string;
  /** Its account; absent: none. */
  readonly accountId?: string;
  /** Distinguishes repeated events of the subject; empty if the event occurs only once. */
  readonly round: string;
}

/** What became of the subject of a known event. */
export type Settling = SettledSubject | 'UNKNOWN' | 'UNREADABLE';

interface SettlingNeeds {
  readonly now: Date;
  readonly secrets: SecretBox;
}

/** How a capability handles a provider's events about its subjects. */
export interface ProviderSubject {
  /** Names of the events. */
  readonly names: readonly string[];
  /**
   * Finds the subject of an event, stores it, or updates its status, in the transaction that logs the event; must be
   * idempotent. `UNKNOWN`: it must be fetched first. `UNREADABLE`: the event does not contain enough data.
   */
  readonly settle: (sql: Sql, event: ReceivedEvent, by: SettlingNeeds) => Promise<Settling>;
  /** Returns the body to log, without personal data that is stored with the subject; absent: as it was sent. */
  readonly loggedBody?: (event: ReceivedEvent, subjectId: string) => string;
  /** Fetches an unknown subject from the provider, and stores it; if absent, events wait until it is created here. */
  readonly fetch?: (fetching: Fetching) => Promise<Fetched>;
  /** The mutation that causes the events. */
  readonly mutation?: {
    readonly name: string;
    /** Asks the provider for the result of the mutation, in the form of its answer; undefined: no answer. */
    readonly found: (event: ReceivedEvent, ask: AskProvider) => Promise<Found | undefined>;
  };
}

/** What fetching a subject needs: the provider to ask, and where to store it. */
interface Fetching extends ReadAccess {
  readonly event: ReceivedEvent;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
}

/** Result of fetching a subject; `MISSING`: the provider does not have it. */
export type Fetched = 'FETCHED' | 'MISSING' | 'UNAVAILABLE';
