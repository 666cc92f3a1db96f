import type { AnyGateway } from '../support/gateway.ts';
import type { KnownEvent } from './ledger.ts';

const PAGE = `query ($after: String) {
  webhookEvents(first: 100, after: $after) {
    nodes { id cursor name entityId }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** Reads all events of ACME_PAY after a cursor, oldest first; without a cursor, the whole log. */
export async function readLog(gateway: AnyGateway, after: string | null = null): Promise<KnownEvent[]> {
  const { webhookEvents } = await gateway.data({ query: PAGE, variables: { after } });
  const { nodes, pageInfo } = webhookEvents as {
    nodes: KnownEvent[];
    pageInfo: { hasNextPage: boolean; endCursor: string };
  };
  return pageInfo.hasNextPage ? [...nodes, ...(await readLog(gateway, pageInfo.endCursor))] : nodes;
}
