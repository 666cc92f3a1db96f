/**
 * What of the bank can happen at another one, behind this gateway.
 * @packageDocumentation
 */

import type { DomainError } from '../kernel/domain-error.ts';
import type { DomainEvent } from '../kernel/domain-event.ts';
import type { Undecided } from '../kernel/undecided.ts';
import type { Caller } from '../platform/database/caller.ts';
import type { Sql } from '../platform/database/database.ts';
import type { RequestContext } from '../platform/requests/request-context.ts';
import type { MakeLoop, Worker } from '../platform/loops/loops.ts';

// What of the bank may happen elsewhere: at a bank behind this gateway. A capability names what of it may in its needs,
// as optional members of `elsewhere`; each that is absent happens here.

/** Performs a mutation; `Undecided`: it may have been performed, or not. */
export type Perform<Command, Made> = (caller: Caller, command: Command) => Promise<Made | DomainError | Undecided>;

/** Reads something by its key: `find` reads what is stored here, which may have to be fetched first. */
export type ReadThrough<Row> = (
  context: RequestContext,
  key: string,
  find: () => Promise<Row | undefined>,
) => Promise<Row | undefined>;

/** Reads only what is stored here. */
export const readHere = <Row>(_context: RequestContext, _key: string, find: () => Promise<Row | undefined>) => find();

/** An account whose list is shown. */
export interface ListedAccount {
  readonly id: string;
  readonly number: string;
  /** The document's value is empty while it is not known. */
  readonly holder: { readonly document: { readonly value: string } };
}

/** Fetches a part of what is shown, unless what is stored of it is recent. */
export type Refresh<Shown> = (context: RequestContext, shown: Shown) => Promise<void>;

/** Fetches a list of an account, unless what is stored of it is recent. */
export type RefreshList = Refresh<ListedAccount>;

/** Creates the worker that asks for decisions on what was submitted, under the name of that work. */
export type AskForDecisions = (name: string, loop: MakeLoop) => Worker;

/** Notes an event of this gateway; returns whether to record it, as it was not received from elsewhere before. */
export type NoteEvent = (sql: Sql, event: DomainEvent, round: string) => Promise<boolean>;
