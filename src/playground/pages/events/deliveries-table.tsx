import { useState } from 'react';
import type { Session } from '../shared/session.ts';
import { EVERYTHING, isWanted, type DeliveryFilter } from './delivery-filter.ts';
import { useFoundDeliveries } from './found-deliveries.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { eventTitle } from './format.ts';
import type { Delivery } from './operations.ts';
import { STATES } from './states.ts';

interface DeliveriesTableProps {
  readonly session: Session;
  readonly deliveries: readonly Delivery[];
  readonly arrived: ReadonlySet<string>;
  /** Events that are sent to an endpoint. */
  readonly eventNames: readonly string[];
  /** Grows with each delivery that changes. */
  readonly changes: number;
}

/** How many rows are shown at first, and how many more at a time. */
const ROWS = 60;
const COLUMNS = ['State', 'Event', 'Endpoint', 'Sent', 'Retries', 'Capture', 'Call', 'Action'];

/** Deliveries, newest first. */
export function DeliveriesTable({ session, deliveries, arrived, eventNames, changes }: DeliveriesTableProps) {
  const [filter, setFilter] = useState(EVERYTHING);
  const [rows, setRows] = useState(ROWS);
  const found = useFoundDeliveries(session, filter, changes);
  // What has arrived is newer than what was found.
  const known = new Map([...found.deliveries, ...deliveries].map((delivery) => [delivery.id, delivery]));
  const wanted = [...known.values()]
    .filter((delivery) => isWanted(delivery, filter))
    .toSorted((one, other) => (one.sentDate < other.sentDate ? 1 : -1));
  const shown = wanted.slice(0, rows);
  const hasMore = wanted.length > rows || found.loadMore !== undefined;
  const showMore = () => {
    if (wanted.length < rows + ROWS) found.loadMore?.();
    setRows(rows + ROWS);
  };
  return (
    <section className="card" aria-labelledby="deliveries-title">
      <header className="card-head">
        <h2 id="deliveries-title">Deliveries</h2>
        <p className="quiet" role="status">
          {countOf(shown.length, { filter, total: found.total, loaded: known.size })}
        </p>
      </header>
      <Filters
        filter={filter}
        eventNames={[...eventNames, ...[...known.values()].map(({ eventName }) => eventName)]}
        onChange={(changed) => {
          setFilter(changed);
          setRows(ROWS);
        }}
      />
      <Rows session={session} deliveries={shown} arrived={arrived} />
      {wanted.length === 0 && <p className="empty">{emptyText({ filter, total: found.total, loaded: known.size })}</p>}
      {hasMore && (
        <p className="more">
          <button type="button" onClick={showMore}>
            Show more
          </button>
        </p>
      )}
    </section>
  );
}

function Rows({ session, deliveries, arrived }: Pick<DeliveriesTableProps, 'session' | 'deliveries' | 'arrived'>) {
  return (
    <div className="table-frame" role="region" aria-label="Table of deliveries" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {COLUMNS.map((title) => (
              <th key={title} scope="col">
                {title === 'Action' ? <span className="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              session={session}
              delivery={delivery}
              isNew={arrived.has(delivery.id)}
              columns={COLUMNS.length}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Counts {
  readonly filter: DeliveryFilter;
  /** How many the gateway has for the filter, whatever its text. */
  readonly total: number | undefined;
  readonly loaded: number;
}

function countOf(shown: number, { filter, total, loaded }: Counts): string {
  if (filter.text.trim() !== '') return `${shown} shown of ${loaded} loaded`;
  return total === undefined || total <= shown ? `${shown} shown` : `${shown} of ${total} shown`;
}

function emptyText({ filter, total, loaded }: Counts): string {
  if (filter.text.trim() !== '' && loaded > 0) return `None of the ${loaded} loaded deliveries has this text.`;
  if (total === undefined) return 'Searching…';
  return loaded === 0 ? 'No deliveries yet.' : 'No delivery matches this filter.';
}

interface FiltersProps {
  readonly filter: DeliveryFilter;
  readonly eventNames: readonly string[];
  readonly onChange: (filter: DeliveryFilter) => void;
}

function Filters({ filter, eventNames, onChange }: FiltersProps) {
  return (
    <div className="filters" role="search" aria-label="Deliveries">
      <div className="choice" role="group" aria-label="State">
        {[{ state: '' as const, title: 'All' }, ...STATES].map(({ state, title }) => (
          <button
            key={title}
            type="button"
            aria-pressed={filter.state === state}
            onClick={() => {
              onChange({ ...filter, state });
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <select
        aria-label="Event"
        value={filter.eventName}
        onChange={({ target }) => {
          onChange({ ...filter, eventName: target.value });
        }}
      >
        <option value="">All events</option>
        {[...new Set(eventNames)].toSorted().map((name) => (
          <option key={name} value={name}>
            {eventTitle(name)}
          </option>
        ))}
      </select>
      <input
        type="search"
        aria-label="Search by endpoint, subject or id"
        placeholder="Endpoint, subject or id"
        value={filter.text}
        onChange={({ target }) => {
          onChange({ ...filter, text: target.value });
        }}
      />
    </div>
  );
}
