import { useState } from 'react';
import type { Session } from '../shared/session.ts';
import { EVERYTHING, isWanted, type DeliveryFilter } from './delivery-filter.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { eventTitle } from './format.ts';
import type { Delivery } from './operations.ts';
import { STATES } from './states.ts';

interface DeliveriesTableProps {
  readonly session: Session;
  readonly deliveries: readonly Delivery[];
  readonly arrived: ReadonlySet<string>;
}

/** Maximum number of rows shown; filters lead to the others. */
const ROWS_MAX = 60;
const COLUMNS = ['State', 'Event', 'Endpoint', 'Sent', 'Retries', 'Capture', 'Call', 'Action'];

/** Deliveries, newest first. */
export function DeliveriesTable({ session, deliveries, arrived }: DeliveriesTableProps) {
  const [filter, setFilter] = useState(EVERYTHING);
  const wanted = deliveries.filter((delivery) => isWanted(delivery, filter));
  const shown = wanted.slice(0, ROWS_MAX);
  return (
    <section className="card" aria-labelledby="deliveries-title">
      <header className="card-head">
        <h2 id="deliveries-title">Deliveries</h2>
        <p className="quiet" role="status">
          {shown.length === wanted.length ? `${wanted.length} shown` : `${shown.length} of ${wanted.length} shown`}
        </p>
      </header>
      <Filters filter={filter} deliveries={deliveries} onChange={setFilter} />
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
            {shown.map((delivery) => (
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
      {wanted.length === 0 && (
        <p className="empty">{deliveries.length === 0 ? 'No deliveries yet.' : 'No delivery matches this filter.'}</p>
      )}
    </section>
  );
}

interface FiltersProps {
  readonly filter: DeliveryFilter;
  readonly deliveries: readonly Delivery[];
  readonly onChange: (filter: DeliveryFilter) => void;
}

function Filters({ filter, deliveries, onChange }: FiltersProps) {
  const eventNames = [...new Set(deliveries.map(({ eventName }) => eventName))].toSorted();
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
        {eventNames.map((name) => (
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
