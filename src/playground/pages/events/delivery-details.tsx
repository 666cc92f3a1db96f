import { useEffect, useState } from 'react';
import { ask } from '../shared/gateway.ts';
import type { Session } from '../shared/session.ts';
import { fullInstant, shortDuration } from './format.ts';
import { DETAILS, type Delivery, type DetailsData } from './operations.ts';

interface DeliveryDetailsProps {
  readonly session: Session;
  readonly delivery: Delivery;
}

/** All calls of a delivery, and its body. Read again whenever the delivery changes. */
export function DeliveryDetails({ session, delivery }: DeliveryDetailsProps) {
  const [details, setDetails] = useState<DetailsData['node']>(null);
  useEffect(() => {
    let isCurrent = true;
    ask<DetailsData>(session, DETAILS, { id: delivery.id }).then(
      ({ node }) => {
        if (isCurrent) setDetails(node);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [session, delivery]);
  if (details === null) return <p className="quiet">Reading…</p>;
  return (
    <div className="details">
      <section>
        <h3>Calls</h3>
        {details.attempts.length === 0 && <p className="quiet">None yet, or none that are still kept.</p>}
        <ol className="attempts">
          {details.attempts.map(({ at, httpStatus, error, elapsedHttpCall }) => (
            <li key={at}>
              <span className={error === null ? 'badge state-SUCCESS' : 'badge state-FAILED'}>
                {httpStatus ?? 'no answer'}
              </span>
              <span>
                {fullInstant(at)}, {shortDuration(elapsedHttpCall)}
                {error !== null && <span className="quiet"> · {error.toLowerCase().replaceAll('_', ' ')}</span>}
              </span>
            </li>
          ))}
        </ol>
        <dl>
          <dt>webhook-id</dt>
          <dd className="mono">{delivery.id}</dd>
          <dt>idempotency-key</dt>
          <dd className="mono">{details.idempotencyKey}</dd>
          <dt>Destination</dt>
          <dd className="mono">{delivery.destination}</dd>
        </dl>
      </section>
      <section>
        <h3>Body</h3>
        <pre tabIndex={0}>{JSON.stringify(details.event.payload, null, 2)}</pre>
      </section>
    </div>
  );
}
