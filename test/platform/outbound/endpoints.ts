import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { addressPolicy } from '../../../src/platform/outbound/address-policy.ts';
import { hostResolver, type ResolveHost } from '../../../src/platform/outbound/host-resolver.ts';
import { OutboundClient, type OutboundOptions } from '../../../src/platform/outbound/outbound-client.ts';

/** Patience of a client whose call is to time out, in milliseconds. */
export const TIMEOUT_MS = 400;
/** Patience of any other client: no machine is so busy that a call which can end lasts longer, in milliseconds. */
const PATIENT_MS = 30_000;
/** Within which a call has its outcome whose endpoint would never let it end, in milliseconds. */
export const IN_TIME_MS = 10_000;

const opened: (() => Promise<void>)[] = [];

/** Closes what the test has opened. */
export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((close) => close()));
}

/** A real endpoint of a partner, and what has reached it. */
export interface Endpoint {
  readonly port: number;
  readonly url: string;
  /** Every connection so far, open or not. */
  readonly sockets: Socket[];
}

/** An endpoint that speaks bytes. */
export function listenRaw(onConnection: (socket: Socket) => void): Promise<Endpoint> {
  return listen(createServer(onConnection));
}

/** An endpoint that never answers, and a promise of its first request. */
export async function silentEndpoint(): Promise<Endpoint & { readonly reached: Promise<unknown> }> {
  const { promise: reached, resolve } = Promise.withResolvers<unknown>();
  const endpoint = await listenRaw((socket) => socket.once('data', resolve));
  return { ...endpoint, reached };
}

/** An endpoint that speaks HTTP. */
export function listenHttp(answer: RequestListener): Promise<Endpoint> {
  return listen(createHttpServer(answer));
}

export async function listen(server: Server): Promise<Endpoint> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    // Resets are what some tests are about.
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/hook`, sockets };
}

/** A client that may call this machine, unless told otherwise; closed with the test. */
export function clientOf(options: Partial<OutboundOptions> = {}): OutboundClient {
  const client = new OutboundClient({
    policy: addressPolicy({ allowPrivate: true, allowCidrs: [] }),
    resolveHost: hostResolver(),
    allowHttp: true,
    timeoutMs: PATIENT_MS,
    connectionsPerOrigin: 8,
    ...options,
  });
  opened.push(() => client.close(AbortSignal.abort()));
  return client;
}

/** Resolves each host name to the given addresses, one list after the other, the last one for good. */
export function resolverOf(...answers: readonly string[][]): ResolveHost & { readonly asked: string[] } {
  const asked: string[] = [];
  const resolve = (host: string) => {
    asked.push(host);
    return Promise.resolve(answers[Math.min(asked.length, answers.length) - 1] ?? []);
  };
  return Object.assign(resolve, { asked });
}

export function postTo(client: OutboundClient, url: string, signal?: AbortSignal) {
  const headers = { 'content-type': 'application/json', 'webhook-id': 'msg_1' };
  return client.post({ url, headers, body: '{"event":"POCKET_WAS_CREATED"}', ...(signal && { signal }) });
}
