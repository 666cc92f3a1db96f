import { eventTitle, fullInstant, shortInstant } from './format.ts';
import type { Delivery, LoggedEvent } from './operations.ts';
import { STATES } from './states.ts';

interface EventFeedProps {
  readonly events: readonly LoggedEvent[];
  readonly deliveries: readonly Delivery[];
  readonly arrived: ReadonlySet<string>;
}

/** Maximum number of events shown. */
const SHOWN_MAX = 30;

/** The newest events, each with the states of its deliveries. */
export function EventFeed({ events, deliveries, arrived }: EventFeedProps) {
  const ofEvent = Map.groupBy(deliveries, ({ event }) => event.id);
  return (
    <section className="card feed" aria-labelledby="feed-title">
      <header className="card-head">
        <h2 id="feed-title">Events</h2>
        <p className="quiet">newest first</p>
      </header>
      {events.length === 0 && <p className="empty">Nothing has happened yet.</p>}
      <ol>
        {events.slice(0, SHOWN_MAX).map((event) => (
          <li key={event.id} className={arrived.has(event.id) ? 'arrived' : undefined} data-event={event.name}>
            <span className={`context context-${event.context}`} aria-hidden="true" />
            <div>
              <p className="feed-title">{eventTitle(event.name)}</p>
              <p className="quiet mono clip">
                <span title="Sequence">{event.sequence}</span> {event.entityId}
              </p>
            </div>
            <div className="feed-end">
              <time dateTime={event.occurredAt} title={fullInstant(event.occurredAt)}>
                {shortInstant(event.occurredAt)}
              </time>
              <Outcome deliveries={ofEvent.get(event.id) ?? []} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Outcome({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return <span className="quiet">no delivery</span>;
  return (
    <span className="marks">
      {STATES.map(({ state, title, mark }) => {
        const count = deliveries.filter((delivery) => delivery.state === state).length;
        return (
          count > 0 && (
            <span key={state} className={`mark state-${state}`} title={`${title}: ${count}`}>
              <span aria-hidden="true">{mark}</span>
              <span className="visually-hidden">{title} </span>
              {count}
            </span>
          )
        );
      })}
    </span>
  );
}
