import type { GenericSchema } from 'valibot';
import type { EventLog } from '../../events/log/event-log.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { AtCommit, Database, Sql, Transaction } from '../../platform/database/database.ts';
import type { Find, Made } from '../../platform/idempotency/once-per-key.ts';
import type { ProviderRequest } from '../calls/provider-call.ts';
import type { RefusalReading } from './read-refusal.ts';
import type { SettleAtOnce } from './settle-at-once.ts';

/** What mutations at the provider are made of, whichever they are. */
export interface AtProviderNeeds {
  readonly eventLog: EventLog;
  /** After how long the provider is asked for its decision on a registration. */
  readonly analysisSeconds: number;
  readonly clock: Clock;
  readonly random: Random;
}

/** What is wanted, checked and in normal form, and by whom. */
export interface Asking<Wanted> {
  readonly requester: Requester;
  readonly wanted: Wanted;
}

/** Asks the provider for what it has, in the name of the partner; undefined: it did not say. */
export type AskProvider = (request: ProviderRequest) => Promise<Found | undefined>;

/** What the provider has: a body, or nothing under this path (404). */
export type Found = { readonly body: unknown } | 'absent';

/** With what is fetched that must be there before an answer is stored. */
interface Preparing<Wanted> extends Asking<Wanted> {
  readonly ask: AskProvider;
  readonly database: Database;
}

/** What the provider has done. */
interface Told<Wanted, Answer> extends Asking<Wanted> {
  readonly answer: Answer;
}

/** The same, to be stored. */
export interface Done<Wanted, Answer> extends Told<Wanted, Answer> {
  /** Of what is stored. */
  readonly id: string;
  readonly now: Date;
  /** When it was first asked for: what the provider has made of it is no older. */
  readonly since: Date;
}

/** Stores what was made, with its event, as the last statements of their transaction. */
export type Store<Row> = (transaction: Transaction) => AtCommit<Made<Row>>;

/** What a look at the provider finds of a mutation whose answer was lost. */
export type Looked<Answer> = { readonly answer: Answer } | 'nothing' | 'several' | 'unanswered';

/** A look for what a mutation may have made. */
export interface Looking<Wanted> extends Asking<Wanted> {
  readonly ask: AskProvider;
  readonly database: Database;
  /** When it was first sent: what is older was made by another. */
  readonly since: Date;
}

/**
 * A mutation that the provider does: how it is asked for, and how its answer is read and stored. The rules of the bank are
 * the provider's; nothing of them is decided here.
 */
export interface ProviderMutation<Wanted extends object, Answer, Row> extends RefusalReading<Wanted> {
  /** Reads the input again that was sealed in the intent. */
  readonly wanted: GenericSchema<unknown, Wanted>;
  /** For how long after the first call the provider replays its key, in seconds; 0: it is looked for instead. */
  readonly resendSeconds: number;
  /** How long a key stands for its result here, in seconds. */
  readonly replaySeconds: number;
  /** Of mutations with the same turn one is under way at a time. */
  readonly turnOf?: (wanted: Wanted) => string | null;
  /** The call that asks for it. */
  readonly request: (wanted: Wanted, key: string) => ProviderRequest;
  /** Reads the body of a 2xx; undefined: it cannot be read, and decides nothing. */
  readonly read: (body: unknown, wanted: Wanted) => Answer | undefined;
  /** Whether what the provider shows, or an event says about an entity, can be the result of this input. */
  readonly fits: (wanted: Wanted, shown: { readonly answer: Answer; readonly entityId?: string }) => boolean;
  /** Id of what was made, where it is stored already. */
  readonly known: (sql: Sql, told: Told<Wanted, Answer>) => Promise<string | undefined>;
  /** Reads and claims what storing stands on, in the round trip of the settlement; undefined: it must be prepared first. */
  readonly storing: (sql: Sql, done: Done<Wanted, Answer>) => Promise<Store<Row> | undefined>;
  /** The same for what is new, in one statement. */
  readonly settleAtOnce?: SettleAtOnce<Wanted, Answer, Row>;
  /** Fetches what must be there before the answer is stored; false: it could not be had. */
  readonly prepare?: (answer: Answer, by: Preparing<Wanted>) => Promise<boolean>;
  readonly find: Find<Row>;
  readonly look: (looking: Looking<Wanted>) => Promise<Looked<Answer>>;
}
