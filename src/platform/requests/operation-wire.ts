import { OperationTypeNode } from 'graphql';
import { badInput, mutationByGet } from '../graphql/errors/client-error.ts';
import type { Transport } from './transport.ts';

const OTHER_WIRES =
  'Subscriptions are served over WebSocket on this path, subprotocol graphql-transport-ws, as an answer of type multipart/mixed;subscriptionSpec=1.0, and as server-sent events at /graphql/stream.';

/** @throws GraphQLError if the transport of a request does not support this type of operation */
export function demandWire(type: OperationTypeNode, { readsOnly, stream }: Transport): void {
  if (type === OperationTypeNode.MUTATION && readsOnly === true) throw mutationByGet();
  if (type === OperationTypeNode.SUBSCRIPTION && stream === undefined) throw badInput(OTHER_WIRES);
}
