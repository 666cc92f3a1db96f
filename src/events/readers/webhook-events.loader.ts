import DataLoader from 'dataloader';
import type { Cursors } from '../../platform/cursors/cursor-codec.ts';
import { cursorsOf, PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { perOperation, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import {
  findEnd,
  positionIn,
  positionOfCursor,
  valuesOfPosition,
  type CursorArgument,
  type CursorPosition,
  type StatedPosition,
} from './cursor-position.loader.ts';
import { eventsOfPartner, FIND_EVENTS_AT, type WebhookEventRow } from './webhook-event.rows.ts';
import type { ShownEvent } from './shown-event.type.ts';
import { OtherEventType, type WebhookEventType } from './webhook-event.type.ts';

/** Name of the log in cursors: the same wherever events are shown. */
const EVENT_ORDERING = 'webhookEvents';

/** Returns the codec of the caller's cursors of the log. */
function logCursors(context: RequestContext): Cursors {
  return cursorsOf(context, EVENT_ORDERING, [principalOf(context).partnerId]);
}

/** Returns the cursor of a position. */
export function cursorOfPosition(context: RequestContext, position: StatedPosition): string {
  return logCursors(context).encode(valuesOfPosition(position));
}

/** Reads a cursor of the caller; undefined if it is not valid. */
export function positionStatedBy(context: RequestContext, cursor: string): StatedPosition | undefined {
  const values = logCursors(context).decode(cursor);
  return values && positionIn(values);
}

/** The caller's events: pages of the log, and single ones by their positions. */
export class WebhookEvents {
  readonly log: PagedList<WebhookEventRow, WebhookEventType>;
  private readonly batches;

  constructor(shown: readonly ShownEvent[]) {
    const types = new Map<string, ShownEvent['type']>(shown.map(({ definition, type }) => [definition.name, type]));
    this.log = new PagedList({
      ordering: EVENT_ORDERING,
      keyset: eventsOfPartner,
      keyOf: (row) => [String(row.position), String(row.epoch)],
      toNode: (row, cursorOf) => {
        const Type = row.subjectId === null ? OtherEventType : types.get(row.name);
        if (Type === undefined) throw new Error(`No type is registered for the event ${row.name}.`);
        return new Type(row, () => cursorOf(row));
      },
      // Positions never change: a cursor of the log is valid under every filter, and in subscriptions.
      isLog: true,
      check: async (context, given) => {
        await this.positionOf(context, given);
      },
    });
    this.batches = perOperation(
      (context) =>
        new DataLoader<string, WebhookEventType | undefined>(async (positions) => {
          const values = { partnerId: principalOf(context).partnerId, ids: positions };
          const rows: readonly WebhookEventRow[] = await context.database.run(FIND_EVENTS_AT, values);
          const byPosition = new Map(rows.map((row) => [String(row.position), this.log.node(context, row)]));
          return positions.map((position) => byPosition.get(position));
        }),
    );
  }

  /**
   * Finds the position that a cursor of the caller refers to.
   * @throws GraphQLError INVALID_CURSOR, CURSOR_FROM_LOST_FUTURE
   */
  positionOf(context: RequestContext, given: CursorArgument): Promise<CursorPosition> {
    return positionOfCursor(context, logCursors(context), given);
  }

  /** Returns the cursor of an event of the caller. */
  cursorOf(context: RequestContext, { position, epoch }: WebhookEventRow): string {
    return logCursors(context).encode([String(position), String(epoch)]);
  }

  /**
   * Returns a cursor of a position that the caller's events have reached; null means the last one, even if there is
   * none. It contains when it was issued: its age.
   */
  async cursorAt(context: RequestContext, position: number | null): Promise<string> {
    const end = await findEnd(context);
    const givenAt = context.clock.now().toISOString();
    return cursorOfPosition(context, { position: String(position ?? end.position), epoch: end.epoch, givenAt });
  }

  /** Returns a cursor of what a restore has lost: of a position that no event of its epoch has. */
  lostCursor(context: RequestContext, { epoch, position }: { epoch: number; position: string }): string {
    return cursorOfPosition(context, { position: String(Number(position) + 1), epoch: String(epoch), givenAt: null });
  }

  /** Returns the event at a position; undefined for those of other partners. */
  at(context: RequestContext, position: string): Promise<WebhookEventType | undefined> {
    return this.batches(context).load(position);
  }
}
