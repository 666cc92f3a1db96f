import type { PartnerClient } from '../partner-client.ts';
import type { ShownEvent } from './messages.rules.ts';
import { read, type Site } from './site.ts';

const EVENTS = `query ($after: String) {
  webhookEvents(first: 100, after: $after) {
    nodes { name entityId correlationId idempotencyKey sequence payload }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface Node extends Omit<ShownEvent, 'subject' | 'position'> {
  readonly payload: { readonly data: { readonly registrationId?: string } };
}

/** Returns the events of a partner after a cursor. */
export async function readEvents(site: Site, partner: PartnerClient, cursor: string): Promise<readonly ShownEvent[]> {
  const seen: ShownEvent[] = [];
  for (let after = cursor; ;) {
    const { nodes, pageInfo } = (await read(site, partner, EVENTS, { after })).webhookEvents;
    for (const node of nodes) seen.push(shown(node));
    if (!pageInfo.hasNextPage) return seen;
    after = pageInfo.endCursor;
  }
}

/** The subject of a customer's event is its registration, since a customer can have several. */
function shown({ payload, ...event }: Node): ShownEvent {
  return { ...event, subject: payload.data.registrationId ?? event.entityId, position: positionOf(event.sequence) };
}

/** A sequence such as `2.1841` is epoch and position. */
function positionOf(sequence: string): number {
  return Number(sequence.split('.')[1]);
}
