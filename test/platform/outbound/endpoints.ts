import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { addressPolicy } from '../../../src/platform/outbound/address-policy.ts';
import { hostResolver, type ResolveHost } from '../../../src/platform/outbound/host-resolver.ts';
import { OutboundClient, type OutboundOptions } from '../../../src/platform/outbound/outbound-client.ts';

/** Timeout of clients whose calls should time out, in milliseconds. */
export const TIMEOUT_MS = 400;
/** Timeout of other clients: no machine is so busy that a call which can end takes longer, in milliseconds. */
const PATIENT_MS = 30_000;
/** Time by which a call must have its outcome although its endpoint never lets it end, in milliseconds. */
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

/** Starts an endpoint on raw bytes. */
export function listenRaw(onConnection: (socket: Socket) => void): Promise<Endpoint> {
  return listen(createServer(onConnection));
}

/** Starts an endpoint that never answers; `reached` resolves at its first request. */
export async function silentEndpoint(): Promise<Endpoint & { readonly reached: Promise<unknown> }> {
  const { promise: reached, resolve } = Promise.withResolvers<unknown>();
  const endpoint = await listenRaw((socket) => socket.once('data', resolve));
  return { ...endpoint, reached };
}

/** Starts an endpoint that speaks HTTP. */
export function listenHttp(answer: RequestListener): Promise<Endpoint> {
  return listen(createHttpServer(answer));
}

export async function listen(server: Server): Promise<Endpoint> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    // Some tests cause resets.
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

/** Creates a client that may call this machine unless `options` forbid it; `closeAll` closes it. */
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

/** Resolves any host name to the given lists of addresses, one after the other; the last one is repeated. */
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
