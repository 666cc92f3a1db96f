import type { ClassType } from 'type-graphql';
import type { EventDefinition } from '../../../kernel/event-definition.ts';
import type { Scope } from '../../auth/scope.ts';
import type { ReadEnvelopeData } from '../../secrets/envelope-data.ts';
import type { RequestContext } from '../../requests/request-context.ts';

/** The field that returns the subject of an event. */
export interface EventSubject {
  /** Such as `pocket`. */
  readonly field: string;
  readonly description: string;
  readonly type: () => ClassType;
  readonly scope: Scope;
  /** Whether its rows can be deleted, after which it is null; absent: an event without one is a bug. */
  readonly isDeletable?: true;
  /** Finds it by its row id, among the rows of the caller's partner. */
  readonly find: (context: RequestContext, subjectId: string) => Promise<object | undefined>;
  /** Writes `data` of its events in the format ENVELOPES; absent: as in the standard body. */
  readonly readEnvelopeData?: ReadEnvelopeData;
}

/** Returns a function that finds a subject by a loader of its rows, and shows it as its type. */
export function foundBy<Row>(
  loaderOf: (context: RequestContext) => { load: (id: string) => Promise<Row | null | undefined> },
  Type: new (row: Row) => object,
): EventSubject['find'] {
  return async (context, subjectId) => {
    const row = await loaderOf(context).load(subjectId);
    return row ? new Type(row) : undefined;
  };
}

/** An event that a capability records, and what it is about. */
export interface DeclaredEvent {
  readonly definition: EventDefinition;
  readonly subject: EventSubject;
}

/** Declares events that are about the same. */
export function eventsAbout(subject: EventSubject, ...definitions: readonly EventDefinition[]): DeclaredEvent[] {
  return definitions.map((definition) => ({ definition, subject }));
}
