/**
 * The page that shows events and deliveries as they happen.
 * @packageDocumentation
 */

import '../shared/shared.css';
import './events.css';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Session } from '../shared/session.ts';
import { readSettings } from '../shared/settings.ts';
import { TokenNotice } from '../shared/token-notice.tsx';
import { TopBar, useClient } from '../shared/top-bar.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';
import { Endpoints } from './endpoints.tsx';
import { EventFeed } from './event-feed.tsx';
import { eventTitle } from './format.ts';
import { LiveLog, type LiveView } from './live-log.ts';
import { SimulateForm } from './simulate-form.tsx';
import { StateChart } from './state-chart.tsx';

const CONNECTION_TITLES: Readonly<Record<LiveView['connection'], string>> = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'Reconnecting…',
};

function EventsPage({ session }: { readonly session: Session }) {
  const acting = useActing(session);
  return acting === undefined ? (
    <WithoutToken session={session} />
  ) : (
    <Log key={acting.key} session={session} log={acting.log} />
  );
}

function WithoutToken({ session }: { readonly session: Session }) {
  return (
    <>
      <TopBar session={session} current="Console" />
      <main className="page">
        <Heading session={session} />
        <TokenNotice
          session={session}
          purpose="A token with the scope webhook.read shows the events and deliveries of its partner."
        />
      </main>
    </>
  );
}

/** Returns a new log for each partner that the page acts as; undefined while it has no token. */
function useActing(session: Session) {
  const [acting, setActing] = useState<{ readonly key: number; readonly log: LiveLog }>();
  useEffect(() => {
    let log: LiveLog | undefined;
    let key = 0;
    const begin = () => {
      log?.end();
      log = session.isKnown ? new LiveLog(session) : undefined;
      key += 1;
      setActing(log && { key, log });
    };
    begin();
    const stop = session.subscribe(begin);
    return () => {
      stop();
      log?.end();
    };
  }, [session]);
  return acting;
}

function Log({ session, log }: { readonly session: Session; readonly log: LiveLog }) {
  const { connection, events, deliveries, endpoints, arrived, changes, problem } = useSyncExternalStore(
    log.subscribe,
    log.view,
  );
  const newest = events.find(({ id }) => arrived.has(id));
  return (
    <>
      <TopBar session={session} current="Console">
        <span className={`connection connection-${connection}`} role="status">
          {CONNECTION_TITLES[connection]}
        </span>
      </TopBar>
      <main className="page">
        <Heading session={session} />
        {problem !== '' && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <p className="visually-hidden" aria-live="polite">
          {newest === undefined ? '' : `${eventTitle(newest.name)}: ${newest.entityId}`}
        </p>
        <div className="columns">
          <div className="side">
            <SimulateForm session={session} />
            <EventFeed events={events} deliveries={deliveries} arrived={arrived} />
          </div>
          <div className="middle">
            <StateChart session={session} deliveries={deliveries} changes={changes} />
            <Endpoints endpoints={endpoints} />
            <DeliveriesTable
              session={session}
              deliveries={deliveries}
              arrived={arrived}
              eventNames={endpoints.map(({ eventName }) => eventName)}
              changes={changes}
            />
          </div>
        </div>
      </main>
    </>
  );
}

function Heading({ session }: { readonly session: Session }) {
  const client = useClient(session);
  return (
    <header className="page-head">
      <h1>Live events</h1>
      <p>What happens to {client?.name ?? 'the partner'}, as it happens, and what becomes of each delivery.</p>
    </header>
  );
}

const session = new Session(readSettings());
createRoot(document.getElementById('root') ?? document.body).render(<EventsPage session={session} />);
