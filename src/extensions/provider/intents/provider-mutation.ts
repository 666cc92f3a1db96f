import type { GenericSchema } from 'valibot';
import type { EventLog } from '../../../events/log/event-log.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Requester } from '../../../kernel/requester.ts';
import type { AtCommit, Database, Sql, Transaction } from '../../../platform/database/database.ts';
import type { Find, Made } from '../../../platform/idempotency/once-per-key.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { ProviderRequest } from '../calls/provider-call.ts';
import type { RefusalReading } from './read-refusal.ts';

/** What all mutations at the provider need. */
export interface AtProviderNeeds {
  readonly eventLog: EventLog;
  /** After how long the provider is asked for its decision on a registration, in seconds. */
  readonly analysisSeconds: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Seals personal data. */
  readonly secrets: SecretBox;
}

/** The validated and normalized input, and its requester. */
export interface Asking<Wanted> {
  readonly requester: Requester;
  readonly wanted: Wanted;
}

/** Asks the provider for data, on behalf of the partner; undefined: no answer. */
export type AskProvider = (request: ProviderRequest) => Promise<Found | undefined>;

/** Where a read asks, and where it stores what it finds. */
interface ProviderAccess {
  readonly ask: AskProvider;
  readonly database: Database;
}

/** The same, where inputs of open mutations are read. */
export interface ReadAccess extends ProviderAccess {
  readonly secrets: SecretBox;
}

/** What the provider has: a body, null if there is no content (204), or nothing under this path (404). */
export type Found = { readonly body: unknown } | 'absent';

/** What is needed to fetch what must exist before an answer is stored. */
export type Preparing<Wanted> = Asking<Wanted> & ProviderAccess;

/** What the provider has done. */
interface Answered<Wanted, Answer> extends Asking<Wanted> {
  readonly answer: Answer;
}

/** The same, to be stored. */
export interface Done<Wanted, Answer> extends Answered<Wanted, Answer> {
  /** Id of what is stored. */
  readonly id: string;
  readonly now: Date;
  /** When it was first requested: what the provider created for it is no older. */
  readonly since: Date;
}

/** Stores what was created, with its event, as the last statements of the transaction. */
export type Store<Row> = (transaction: Transaction) => AtCommit<Made<Row>>;

/** What a search at the provider finds of a mutation whose answer was lost. */
export type Looked<Answer> = { readonly answer: Answer } | 'nothing' | 'several' | 'unanswered';

/** A search for what a mutation may have created. */
export interface Looking<Wanted> extends Asking<Wanted>, ProviderAccess {
  /** When it was first sent: anything older was created by another. */
  readonly since: Date;
}

/**
 * A mutation at the provider: how it is requested, and how its answer is read and stored. The bank's rules are the
 * provider's; none is applied here.
 */
export interface ProviderMutation<Wanted extends object, Answer, Row> extends RefusalReading<Wanted> {
  /** Reads back the input that was encrypted in the intent. */
  readonly wanted: GenericSchema<unknown, Wanted>;
  /** How long after the first call the provider replays its key, in seconds; 0: its result is searched for instead. */
  readonly resendSeconds: number;
  /** How long a key stands for its result here, in seconds. */
  readonly replaySeconds: number;
  /** Only one mutation with the same turn is open at a time. */
  readonly turnOf?: (wanted: Wanted) => string | null;
  /** Stores what is there before it is first sent, so that a search can tell what it has created. */
  readonly before?: (preparing: Preparing<Wanted>) => Promise<void>;
  /** Returns the call that requests it. */
  readonly request: (wanted: Wanted, key: string) => ProviderRequest;
  /**
   * Reads the body of a 2xx, undefined if it has none. Returns undefined if it is unreadable, or about something else:
   * then it is looked for.
   */
  readonly read: (body: unknown, wanted: Wanted) => Answer | undefined;
  /**
   * Checks whether what the provider shows, or what an event says about an entity, can be the result of this input;
   * absent: everything that `read` accepts can be.
   */
  readonly fits?: (wanted: Wanted, shown: { readonly answer: Answer; readonly entityId?: string }) => boolean;
  /** Finds the id of what was created, if it is already stored. */
  readonly known: (sql: Sql, answered: Answered<Wanted, Answer>) => Promise<string | undefined>;
  /** Reads and claims what storing depends on, in the settlement's round trip; undefined: it must be prepared first. */
  readonly storing: (sql: Sql, done: Done<Wanted, Answer>) => Promise<Store<Row> | undefined>;
  /** Fetches what must exist before the answer is stored; false if it is not available. */
  readonly prepare?: (answer: Answer, by: Preparing<Wanted>) => Promise<boolean>;
  /** Raises the event of what was stored while it was prepared; absent: storing does. */
  readonly raise?: (transaction: Transaction, made: Row, requester: Requester) => Promise<void>;
  readonly find: Find<Row>;
  readonly look: (looking: Looking<Wanted>) => Promise<Looked<Answer>>;
}
