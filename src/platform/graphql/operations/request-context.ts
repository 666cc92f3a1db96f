import type { Random } from '../../../kernel/random.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Requester } from '../../../kernel/requester.ts';
import type { Principal } from '../../auth/principal.ts';
import type { Caller } from '../../database/caller.ts';
import type { Database } from '../../database/database.ts';
import type { DatabaseFor } from '../../database/tenant-databases.ts';
import { noToken } from './client-error.ts';
import type { CursorCodec } from '../../cursors/cursor-codec.ts';
import type { PagesOfBytes } from '../paging/page-reading.ts';
import type { Introspection } from '../documents/introspection.ts';
import type { OpenedSubscription } from './open-subscription.ts';

/** What every operation can reach, the same for all of them. */
export interface Surroundings {
  readonly databaseFor: DatabaseFor;
  readonly cursors: CursorCodec;
  readonly clock: Clock;
  readonly random: Random;
  /** Base of links, without a slash at its end. */
  readonly publicUrl: string;
  readonly sandbox: boolean;
  readonly introspection: Introspection;
  readonly auditRead: AuditRead;
}

/** Writes down, before they are shown, whose data a query has read: ids of persons. */
export type AuditRead = (
  reader: Pick<RequestContext, 'principal' | 'correlationId'>,
  query: string,
  subjects: readonly string[],
) => Promise<void>;

/** One operation: who asks, and under which correlation id. */
export interface RequestContext extends Omit<Surroundings, 'databaseFor'> {
  readonly principal: Principal | undefined;
  /** What is the caller's. */
  readonly database: Database;
  readonly correlationId: string;
  /** The api-version header as it was sent. */
  readonly apiVersion: string | undefined;
  readonly transport: 'http' | 'socket';
  /** When it arrived, on the monotonic clock, in milliseconds. */
  readonly arrivedAt: number;
  /** Whether its body was larger than operations may have that carry no picture. */
  readonly hasLargeBody?: boolean;
  /** Whether it came in a way in which nothing is changed. */
  readonly readsOnly?: boolean;
  /** The cursor after which an EventSource goes on: it wins over the argument of the subscription. */
  readonly lastEventId?: string | undefined;
  /** Stands for this operation in `perOperation`; the context itself may be copied on its way. */
  readonly identity: object;
  /** How long it asks to wait for something to happen, in seconds: so much longer its answer is waited for. */
  readonly waitSeconds?: number;
  /**
   * Tells, once, that nobody is there any more to take the answer: at once where they have left already.
   * @returns what ends the listening
   */
  readonly whenGone?: (gone: () => void) => () => void;
  /** Whether the answer is taken as bytes where it is written so. */
  readonly takesBytes?: boolean;
  /** Which pages are taken as bytes, where the document is answered by a plan. */
  readonly pages?: PagesOfBytes;
  /** Takes a subscription that was opened, where the transport can stream, or the news that storage is out of reach. */
  readonly stream?: (subscription: OpenedSubscription | 'unavailable') => void;
}

/**
 * The caller of a field that needs a token. The operation was checked before any resolver ran, so this throws only
 * where a field forgot to say that it needs one.
 */
export function principalOf({ principal }: RequestContext): Principal {
  if (principal === undefined) throw noToken();
  return principal;
}

/** What says where a subscription begins: a header, or its argument. */
export function beginningOf({ lastEventId }: RequestContext): string {
  return lastEventId === undefined ? 'after' : 'Last-Event-ID';
}

/** The caller, as use cases know it. */
export function requesterOf(context: RequestContext): Requester {
  const { partnerId, companyKey } = principalOf(context);
  return { partnerId, companyKey, correlationId: context.correlationId };
}

/** The caller, with the database as it may see it. */
export function callerOf(context: RequestContext): Caller {
  return { database: context.database, requester: requesterOf(context), client: principalOf(context).client };
}

/** What a use case stands on, with the caller's database. */
export function onBehalfOf<Dependencies extends object>(
  dependencies: Dependencies,
  { database }: RequestContext,
): Dependencies & { readonly database: Database } {
  return { ...dependencies, database };
}

/** Makes something once per operation, such as a loader, and gives the same one from then on. */
export function perOperation<Made>(make: (context: RequestContext) => Made): (context: RequestContext) => Made {
  const byOperation = new WeakMap<object, Made>();
  return (context) => {
    let made = byOperation.get(context.identity);
    if (made === undefined) {
      made = make(context);
      byOperation.set(context.identity, made);
    }
    return made;
  };
}
