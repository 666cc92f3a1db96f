import { EventEmitter, on } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { EMIT_PATH } from '../live/event.ts';
import { announce } from './settings.ts';

/** graphql-ws as in its guide, with the usual in-memory PubSub: execution and framing are done for each subscriber. */
const pubSub = new EventEmitter();
pubSub.setMaxListeners(0);

const schema: GraphQLSchema = buildSchema(`
  scalar JSONObject
  type WebhookEvent { id: ID! cursor: String! name: String! context: String! entityId: String! occurredAt: String! payload: JSONObject! }
  type Query { ok: Boolean }
  type Subscription { webhookEvents: WebhookEvent! }
`);
const field = schema.getSubscriptionType()?.getFields()['webhookEvents'];
if (field !== undefined) {
  field.subscribe = async function* (_source: unknown, _args: unknown, { partner }: { partner: string }) {
    for await (const [event] of on(pubSub, partner)) yield event;
  };
  field.resolve = (event: unknown) => event;
}

const server = createServer((request, response) => {
  if (request.url?.startsWith(EMIT_PATH) !== true) return void response.end();
  void text(request).then((event) => {
    const partner = new URL(request.url ?? '', 'http://peer').searchParams.get('partner') ?? '';
    pubSub.emit(partner, JSON.parse(event));
    response.end();
  });
});
useServer(
  { schema, context: ({ connectionParams }) => ({ partner: String(connectionParams?.['partner']) }) },
  new WebSocketServer({ server, path: '/graphql', perMessageDeflate: false }),
);
// Otherwise a busy server would close connections that the load is about to use.
server.keepAliveTimeout = 0;
server.listen(0, () => {
  const address = server.address();
  announce(typeof address === 'object' && address !== null ? address.port : 0);
});
