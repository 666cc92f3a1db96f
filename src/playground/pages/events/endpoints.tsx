import { eventTitle, untilInstant } from './format.ts';
import type { Endpoint } from './operations.ts';
import { BREAKER_TITLES } from './states.ts';
import { useNow } from './use-now.ts';

/** The endpoints of the partner with their breakers. The list of those that are sending is collapsed. */
export function Endpoints({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  useNow();
  const sorted = endpoints.toSorted((one, other) => one.name.localeCompare(other.name));
  const [resting, sending] = [sorted.filter((endpoint) => !isSending(endpoint)), sorted.filter(isSending)];
  return (
    <section className="card" aria-labelledby="endpoints-title">
      <header className="card-head">
        <h2 id="endpoints-title">Endpoints</h2>
        <p className="quiet">
          {endpoints.length === 0 ? 'No webhook is configured for this partner.' : `${endpoints.length} configured`}
        </p>
      </header>
      <EndpointList endpoints={resting} />
      {sending.length > 0 && (
        <details>
          <summary>{sending.length} sending</summary>
          <EndpointList endpoints={sending} />
        </details>
      )}
    </section>
  );
}

function isSending({ status, breaker }: Endpoint): boolean {
  return status === 'ENABLED' && breaker.state === 'CLOSED';
}

function EndpointList({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  if (endpoints.length === 0) return null;
  return (
    <ul className="endpoints">
      {endpoints.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} />
      ))}
    </ul>
  );
}

function EndpointCard({ endpoint: { name, eventName, uri, status, breaker } }: { readonly endpoint: Endpoint }) {
  const isResting = breaker.state !== 'CLOSED';
  const isDisabled = status === 'DISABLED';
  return (
    <li className={isResting ? 'endpoint endpoint-resting' : 'endpoint'}>
      <p className="endpoint-name">
        <strong>{name}</strong>
        <span className={`badge breaker-${isDisabled ? 'DISABLED' : breaker.state}`}>
          {isDisabled ? 'Disabled' : BREAKER_TITLES[breaker.state]}
        </span>
      </p>
      <p className="quiet clip" title={uri}>
        {eventTitle(eventName)} → {uri.replace(/^https?:\/\//, '')}
      </p>
      {isResting && (
        <p className="endpoint-reason">
          Breaker {breaker.state === 'OPEN' ? 'open' : 'half open'}, {breaker.heldCount} held
          {breaker.nextProbeAt !== null && `, next probe ${untilInstant(breaker.nextProbeAt)}`}
          {breaker.lastFailure !== null && ` · ${breaker.lastFailure}`}
        </p>
      )}
    </li>
  );
}
