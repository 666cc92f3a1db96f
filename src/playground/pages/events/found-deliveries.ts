import { useCallback, useEffect, useRef, useState } from 'react';
import { ask } from '../shared/gateway.ts';
import type { Session } from '../shared/session.ts';
import { isId, type DeliveryFilter } from './delivery-filter.ts';
import {
  DELIVERY_COUNTS,
  FOUND_DELIVERIES,
  ONE_DELIVERY,
  type DeliveriesData,
  type Delivery,
  type DeliveryCountsData,
  type OneDeliveryData,
} from './operations.ts';
import { searchPeriod } from './search-period.ts';
import { useSettled } from './use-settled.ts';

/** What the gateway has found for a filter. */
export interface FoundDeliveries {
  readonly deliveries: readonly Delivery[];
  /** How many there are, as the gateway counts them; undefined until it has. A text is searched for in what is loaded. */
  readonly total: number | undefined;
  /** Loads older ones; undefined if there are none. */
  readonly loadMore: (() => void) | undefined;
}

interface Loaded {
  readonly deliveries: readonly Delivery[];
  readonly endCursor: string | null;
}

const NOTHING: Loaded = { deliveries: [], endCursor: null };

/**
 * Searches deliveries at the gateway, page by page, and counts them there.
 * @param changes grows with each delivery that changes
 */
export function useFoundDeliveries(session: Session, filter: DeliveryFilter, changes: number): FoundDeliveries {
  const { state, eventName, text } = filter;
  const total = useTotal(session, filter, useSettled(changes));
  const named = useNamed(session, text.trim());
  const [loaded, setLoaded] = useState(NOTHING);
  /** Which search is the current one: answers to earlier ones are late. */
  const current = useRef(0);
  const load = useCallback(
    async (after: string | null) => {
      const search = current.current;
      const variables = { filter: filterOf(state, eventName), after };
      const { webhookMessages } = await ask<DeliveriesData>(session, FOUND_DELIVERIES, variables);
      if (search !== current.current) return;
      const { hasNextPage, endCursor } = webhookMessages.pageInfo;
      setLoaded(({ deliveries }) => ({
        deliveries: [...(after === null ? [] : deliveries), ...webhookMessages.nodes],
        endCursor: hasNextPage ? endCursor : null,
      }));
    },
    [session, state, eventName],
  );
  useEffect(() => {
    current.current += 1;
    setLoaded(NOTHING);
    load(null).catch(ignored);
  }, [load]);
  const { deliveries, endCursor } = loaded;
  const loadMore = () => {
    load(endCursor).catch(ignored);
  };
  return {
    deliveries: [...deliveries, ...named],
    total,
    loadMore: endCursor === null ? undefined : loadMore,
  };
}

/** Counts deliveries at the gateway, and again after changes. */
function useTotal(session: Session, { state, eventName }: DeliveryFilter, settled: number): number | undefined {
  const wanted = `${state} ${eventName}`;
  const [counted, setCounted] = useState<{ readonly wanted: string; readonly total: number }>();
  useEffect(() => {
    let isLate = false;
    const variables = { filter: filterOf(state, eventName) };
    ask<DeliveryCountsData>(session, DELIVERY_COUNTS, variables).then(({ webhookMessageCounts }) => {
      if (isLate) return;
      setCounted({ wanted, total: webhookMessageCounts.reduce((sum, { count }) => sum + count, 0) });
    }, ignored);
    return () => {
      isLate = true;
    };
  }, [session, state, eventName, wanted, settled]);
  return counted?.wanted === wanted ? counted.total : undefined;
}

/** Finds the delivery that a text is the id of, and the newest ones of the entity that it is the id of. */
function useNamed(session: Session, text: string): readonly Delivery[] {
  const [named, setNamed] = useState<{ readonly text: string; readonly deliveries: readonly Delivery[] }>();
  useEffect(() => {
    if (!isId(text)) return;
    const ofEntity = { filter: { ...searchPeriod(), entityIds: [text.toLowerCase()] }, after: null };
    Promise.all([
      ask<OneDeliveryData>(session, ONE_DELIVERY, { id: text }),
      ask<DeliveriesData>(session, FOUND_DELIVERIES, ofEntity),
    ]).then(([{ webhookMessage }, { webhookMessages }]) => {
      const own = webhookMessage === null ? [] : [webhookMessage];
      setNamed({ text, deliveries: [...own, ...webhookMessages.nodes] });
    }, ignored);
  }, [session, text]);
  return named?.text === text ? named.deliveries : [];
}

function filterOf(state: string, eventName: string): object {
  return {
    ...searchPeriod(),
    ...(state !== '' && { states: [state] }),
    ...(eventName !== '' && { eventNames: [eventName] }),
  };
}

/** The log says that the gateway cannot be reached. */
const ignored = () => undefined;
