import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { Principal } from '../auth/principal.ts';
import type { Caller } from '../database/caller.ts';
import type { Database } from '../database/database.ts';
import type { DatabaseFor } from '../database/tenant-databases.ts';
import { noToken } from '../graphql/errors/client-error.ts';
import type { CursorCodec } from '../cursors/cursor-codec.ts';
import type { BytePagesByList } from '../statements/byte-page.ts';
import type { Introspection } from '../graphql/documents/introspection.ts';
import type { Transport } from './transport.ts';

/** What every operation can use; shared by all of them. */
export interface Surroundings {
  readonly databaseFor: DatabaseFor;
  readonly cursors: CursorCodec;
  readonly clock: Clock;
  readonly random: Random;
  /** Base of links, without a trailing slash. */
  readonly publicUrl: string;
  readonly sandbox: boolean;
  readonly introspection: Introspection;
  readonly auditRead: AuditRead;
}

/** Records whose data a query has read, as ids of persons, before that data is shown. */
export type AuditRead = (
  reader: Pick<RequestContext, 'principal' | 'correlationId'>,
  query: string,
  subjects: readonly string[],
) => Promise<void>;

/** The context of one operation: its caller, its correlation id, and more. */
export interface RequestContext extends Omit<Surroundings, 'databaseFor'> {
  readonly principal: Principal | undefined;
  /** The database as the caller may see it. */
  readonly database: Database;
  readonly correlationId: string;
  /** The api-version header as it was sent. */
  readonly apiVersion: string | undefined;
  readonly transport: Transport;
  /** Whether it is a request of the partner API, which then leaves one-time codes to the partner. */
  readonly isPartnerApi?: true;
  /** Time of arrival on the monotonic clock, in milliseconds. */
  readonly arrivedAt: number;
  /** What is created once for this operation; the context itself may be copied. */
  readonly memo: OperationMemo;
  /** Pages that are read as bytes, if the operation is answered from bytes. */
  readonly pages?: BytePagesByList;
}

/**
 * Returns the caller of a field that requires a token. Operations are checked before any resolver runs, so this throws
 * only if a field does not declare that it requires one.
 */
export function principalOf({ principal, transport }: RequestContext): Principal {
  if (principal === undefined) throw noToken(transport.name);
  return principal;
}

/** Returns the name of what sets where a subscription starts: a header, or its argument. */
export function beginningOf({ transport }: RequestContext): string {
  return transport.lastEventId === undefined ? 'after' : 'Last-Event-ID';
}

/** Returns the caller as use cases know it. */
export function requesterOf(context: RequestContext): Requester {
  const { partnerId, companyKey } = principalOf(context);
  return { partnerId, companyKey, correlationId: context.correlationId };
}

/** Returns the caller with the database as it may see it. */
export function callerOf(context: RequestContext): Caller {
  return { database: context.database, requester: requesterOf(context), client: principalOf(context).client };
}

/** Returns the dependencies of a use case with the caller's database. */
export function onBehalfOf<Dependencies extends object>(
  dependencies: Dependencies,
  { database }: RequestContext,
): Dependencies & { readonly database: Database } {
  return { ...dependencies, database };
}

/** Creates something for an operation. */
type Make<Made> = (context: RequestContext) => Made;

/** Created values, by the function that creates them. */
interface Kept {
  get<Made>(make: Make<Made>): Made | undefined;
  set<Made>(make: Make<Made>, made: Made): unknown;
}

/**
 * What is created once for an operation, such as its loaders. It belongs to the operation and is released with it. In a
 * WeakMap by operation it would not be: a collection of young objects treats values of its entries as reachable, and
 * with them everything the operation uses, so that each request would live until the whole heap is collected.
 */
export class OperationMemo {
  private readonly kept: Kept = new Map();

  once<Made>(make: Make<Made>, context: RequestContext): Made {
    let made = this.kept.get(make);
    if (made === undefined) {
      made = make(context);
      this.kept.set(make, made);
    }
    return made;
  }
}

/** Creates something once per operation, such as a loader, and returns the same one afterwards. */
export function perOperation<Made>(make: Make<Made>): Make<Made> {
  return (context) => context.memo.once(make, context);
}
