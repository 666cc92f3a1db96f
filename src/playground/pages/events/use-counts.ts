import { useEffect, useState } from 'react';
import { ask } from '../shared/gateway.ts';
import type { Session } from '../shared/session.ts';
import type { Counted, Span } from './chart-bars.ts';
import { COUNTS_BY_TIME, type CountsByTimeData, type Delivery } from './operations.ts';
import { searchPeriod } from './search-period.ts';
import { STATES } from './states.ts';
import { useSettled } from './use-settled.ts';

interface Fetched {
  readonly span: Span;
  readonly counts: readonly Counted[];
}

/** Returns numbers of deliveries in a span: as the gateway counts them, or for minutes those that are loaded. */
export function useCounts(
  session: Session,
  span: Span,
  { deliveries, changes }: { readonly deliveries: readonly Delivery[]; readonly changes: number },
): readonly Counted[] {
  const [fetched, setFetched] = useState<Fetched>();
  const settled = useSettled(changes);
  useEffect(() => {
    if (span.by === null) return undefined;
    let isLate = false;
    count(session, span).then(
      (counts) => {
        if (!isLate) setFetched({ span, counts });
      },
      // The log says that the gateway cannot be reached.
      () => undefined,
    );
    return () => {
      isLate = true;
    };
  }, [session, span, settled]);
  if (span.by === null) return deliveries.map(({ sentDate, state }) => ({ at: Date.parse(sentDate), state, count: 1 }));
  return fetched?.span === span ? fetched.counts : [];
}

async function count(session: Session, { by, ms }: Span): Promise<readonly Counted[]> {
  const period = searchPeriod(Math.ceil(ms / 86_400_000));
  const filters = Object.fromEntries(STATES.map(({ state }) => [state, { ...period, states: [state] }]));
  const data = await ask<CountsByTimeData>(session, COUNTS_BY_TIME, { ...filters, by });
  return STATES.flatMap(({ state }) =>
    data[state].map(({ startsAt, count: many }) => ({ at: Date.parse(startsAt), state, count: many })),
  );
}
