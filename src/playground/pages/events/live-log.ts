import type { Client } from 'graphql-ws';
import { ask, openSocket } from '../shared/gateway.ts';
import type { Session } from '../shared/session.ts';
import {
  DELIVERIES,
  ENDPOINTS,
  EVENTS_CURSOR,
  LIVE_DELIVERIES,
  LIVE_EVENTS,
  NEWEST_EVENTS,
  type DeliveriesData,
  type Delivery,
  type Endpoint,
  type EndpointsData,
  type EventsCursorData,
  type LiveDeliveriesData,
  type LiveEventsData,
  type LoggedEvent,
  type NewestEventsData,
} from './operations.ts';
import { searchPeriod } from './search-period.ts';

/** Maximum numbers kept; older ones are dropped, unless they have just changed. */
const EVENTS_MAX = 200;
const DELIVERIES_MAX = 500;
/** Breakers change without a message, so they are polled at this interval, and this soon after a delivery. */
const ENDPOINTS_EVERY_MS = 10_000;
const ENDPOINTS_AFTER_MS = 400;

export interface LiveView {
  /** Whether changes show immediately; otherwise they show once the connection is back. */
  readonly connection: 'connecting' | 'live' | 'lost';
  /** Newest first. */
  readonly events: readonly LoggedEvent[];
  /** Newest first. */
  readonly deliveries: readonly Delivery[];
  readonly endpoints: readonly Endpoint[];
  /** Ids of the events and deliveries that have arrived since the page was opened. */
  readonly arrived: ReadonlySet<string>;
  /** Grows whenever numbers of deliveries may have changed. */
  readonly changes: number;
  readonly problem: string;
}

const EMPTY: LiveView = {
  connection: 'connecting',
  events: [],
  deliveries: [],
  endpoints: [],
  arrived: new Set(),
  changes: 0,
  problem: '',
};

/**
 * The log of one partner as it grows. After a reconnect events resume at the last cursor, so none is missed or
 * repeated. Deliveries have no cursor: after each reconnect they are read again.
 */
export class LiveLog {
  private current: LiveView = EMPTY;
  private readonly listeners = new Set<() => void>();
  private readonly session: Session;
  private readonly socket: Client;
  private readonly timer: ReturnType<typeof setInterval>;
  private soon: ReturnType<typeof setTimeout> | undefined;
  private isFollowing = false;
  private isEnded = false;
  /** Ids of the deliveries that have changed since the latest read began: its answer may show them as they were. */
  private changed = new Set<string>();

  constructor(session: Session) {
    this.session = session;
    this.socket = openSocket(session, {
      connected: () => {
        this.show({ connection: 'live' });
        this.attempt(this.readAnew());
      },
      closed: () => {
        this.show({ connection: 'lost' });
      },
    });
    this.socket.subscribe<LiveDeliveriesData>(
      { query: LIVE_DELIVERIES },
      this.sink<LiveDeliveriesData>(({ webhookMessages: changed }) => {
        this.changed.add(changed.id);
        this.takeDeliveries([changed], true);
        this.lookAtEndpointsSoon();
      }),
    );
    this.timer = setInterval(() => {
      this.attempt(this.readEndpoints());
    }, ENDPOINTS_EVERY_MS);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly view = (): LiveView => this.current;

  end(): void {
    this.isEnded = true;
    clearInterval(this.timer);
    clearTimeout(this.soon);
    this.listeners.clear();
    void this.socket.dispose();
  }

  private async readAnew(): Promise<void> {
    // Before the events: of an empty log there is no other cursor, and the first event could be missed.
    const { webhookEventsCursor } = await ask<EventsCursorData>(this.session, EVENTS_CURSOR);
    const { webhookEvents } = await ask<NewestEventsData>(this.session, NEWEST_EVENTS);
    this.takeEvents(webhookEvents.nodes, false);
    this.follow(webhookEvents.pageInfo.endCursor ?? webhookEventsCursor);
    await Promise.all([this.readEndpoints(), this.readDeliveries()]);
    this.show({ problem: '' });
  }

  /** Follows the events after a cursor. The client sends these variables again when it reconnects. */
  private follow(cursor: string): void {
    if (this.isFollowing) return;
    this.isFollowing = true;
    const variables = { after: cursor };
    this.socket.subscribe<LiveEventsData>(
      { query: LIVE_EVENTS, variables },
      this.sink<LiveEventsData>(({ webhookEvents: event }) => {
        variables.after = event.cursor;
        this.takeEvents([event], true);
      }),
    );
  }

  private async readDeliveries(): Promise<void> {
    const filter = searchPeriod();
    const changed = new Set<string>();
    this.changed = changed;
    let after: string | null = null;
    for (let read = 0; read < DELIVERIES_MAX; read += 100) {
      const { webhookMessages }: DeliveriesData = await ask(this.session, DELIVERIES, { filter, after });
      // Another read, which began later, shows all of them as they are; and the cursor is for one partner.
      if (this.changed !== changed || this.isEnded) return;
      const unchanged = webhookMessages.nodes.filter(({ id }) => !changed.has(id));
      this.takeDeliveries(unchanged, false);
      after = webhookMessages.pageInfo.endCursor;
      if (!webhookMessages.pageInfo.hasNextPage) return;
    }
  }

  private async readEndpoints(): Promise<void> {
    const before = breakersOf(this.current.endpoints);
    const { webhookConfigurations } = await ask<EndpointsData>(this.session, ENDPOINTS);
    this.show({ endpoints: webhookConfigurations.nodes });
    // A breaker that opens or closes changes the state of messages without a notification.
    if (before !== '' && before !== breakersOf(webhookConfigurations.nodes)) await this.readDeliveries();
  }

  private lookAtEndpointsSoon(): void {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => {
      this.attempt(this.readEndpoints());
    }, ENDPOINTS_AFTER_MS);
  }

  private takeEvents(events: readonly LoggedEvent[], isNew: boolean): void {
    const known = new Map(this.current.events.map((event) => [event.id, event]));
    for (const event of events) known.set(event.id, event);
    const newest = [...known.values()].toSorted((one, other) => (one.occurredAt < other.occurredAt ? 1 : -1));
    this.show({ events: newest.slice(0, EVENTS_MAX), arrived: this.arrivedWith(events, isNew) });
  }

  private takeDeliveries(deliveries: readonly Delivery[], isNew: boolean): void {
    const known = new Map(this.current.deliveries.map((delivery) => [delivery.id, delivery]));
    for (const delivery of deliveries) known.set(delivery.id, delivery);
    const newest = [...known.values()].toSorted((one, other) => (one.sentDate < other.sentDate ? 1 : -1));
    const arrived = this.arrivedWith(deliveries, isNew);
    this.show({
      deliveries: newest.filter(({ id }, nth) => nth < DELIVERIES_MAX || arrived.has(id)),
      arrived,
      changes: this.current.changes + 1,
    });
  }

  private arrivedWith(items: readonly { readonly id: string }[], isNew: boolean): ReadonlySet<string> {
    return isNew ? new Set([...this.current.arrived, ...items.map(({ id }) => id)]) : this.current.arrived;
  }

  private sink<Data>(take: (data: Data) => void) {
    return {
      next: ({ data }: { readonly data?: Data | null }) => {
        if (data !== undefined && data !== null) take(data);
      },
      error: (error: unknown) => {
        this.show({ problem: describe(error) });
      },
      complete: () => undefined,
    };
  }

  private attempt(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.show({ problem: describe(error) });
    });
  }

  private show(change: Partial<LiveView>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.listeners) listener();
  }
}

function breakersOf(endpoints: readonly Endpoint[]): string {
  return endpoints.map(({ id, status, breaker }) => `${id} ${status} ${breaker.state}`).join();
}

function describe(error: unknown): string {
  if (error instanceof Error) return error.message;
  return Array.isArray(error) ? error.map((each: { readonly message?: string }) => each.message).join(' ') : '';
}
