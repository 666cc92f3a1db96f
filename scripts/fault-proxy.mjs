// A proxy to a provider that fails on demand: it forwards the requests at PORT to --target, and POST /fault at
// CONTROL_PORT chooses what happens to the next ones. `npm run rig` puts one between its two gateways.
import { Buffer } from 'node:buffer';
import { createServer, request as requestOf } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { URL } from 'node:url';
import { parseArgs } from 'node:util';

const HOST = '127.0.0.1';
const PORT_DEFAULT = 4150;
const CONTROL_PORT_DEFAULT = 4151;
/** Delay of a slow answer, in milliseconds. */
const SLOW_MS = 3_000;
/** Never fails: tokens are renewed silently, so a fault would hit no request in particular. */
const TOKEN_PATH = '/oauth/token';

/** A refusal that no gateway knows. */
const UNMAPPED = { errors: [{ code: 'RULE_OF_TOMORROW', messages: ['A rule that came later.'] }] };
const LATER = { errors: [{ code: 'TOO_MANY_REQUESTS', messages: ['Later.'] }] };

/** Faults of a request; each returns the answer, or nothing if there is none. */
const KINDS = {
  cut: async ({ incoming }) => void incoming.socket.resetAndDestroy(),
  'lost-answer': async ({ forward, incoming }) => {
    await forward();
    incoming.socket.resetAndDestroy();
  },
  slow: async ({ forward }) => {
    await wait(SLOW_MS);
    return forward();
  },
  500: async () => answer(500, { errors: [{ code: 'INTERNAL_ERROR', messages: ['Something broke.'] }] }),
  429: async () => answer(429, LATER, { 'retry-after': '1' }),
  timeout: async ({ gone }) => gone,
  duplicate: async ({ forward }) => {
    await forward();
    return forward();
  },
  unmapped: async () => answer(422, UNMAPPED),
};

function answer(status, body, headers = {}) {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** Forwards a request, and returns its complete answer. */
function forwardTo(target, incoming, body) {
  return new Promise((resolve, reject) => {
    const { method, url, headers } = incoming;
    const outgoing = requestOf(new URL(url, target), { method, headers: without(headers, ['host', 'connection']) });
    outgoing.on('error', reject);
    outgoing.on('response', async (response) => {
      try {
        resolve({ status: response.statusCode, headers: response.headers, body: await buffer(response) });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.end(body);
  });
}

/** Returns all headers except the named ones, which are about one connection. */
function without(headers, names) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** Starts the proxy; port 0 picks a free one. */
export async function startFaultProxy({ target, port, controlPort }) {
  const faults = [];
  /** Requests that have arrived, and are not answered, cut off or abandoned yet. */
  let inFlight = 0;
  const proxy = createServer(async (incoming, outgoing) => {
    const gone = new Promise((resolve) => outgoing.once('close', resolve));
    inFlight += 1;
    try {
      const body = await buffer(incoming);
      const forward = () => forwardTo(target, incoming, body);
      const kind = incoming.url.startsWith(TOKEN_PATH) ? undefined : nextOf(faults, incoming.method !== 'GET');
      const given = await (kind === undefined ? forward() : KINDS[kind]({ forward, incoming, gone }));
      if (given === undefined || outgoing.destroyed) return;
      const headers = without(given.headers, ['transfer-encoding', 'connection']);
      outgoing.writeHead(given.status, { ...headers, 'content-length': Buffer.byteLength(given.body) });
      outgoing.end(given.body);
    } catch {
      // The target does not answer, so neither does the proxy.
      incoming.socket.resetAndDestroy();
    } finally {
      inFlight -= 1;
    }
  });
  const control = createServer(async (incoming, outgoing) => {
    const told = incoming.method === 'POST' && incoming.url === '/fault' ? await json(incoming).catch(() => ({})) : {};
    const { kind, times = 1, changing = false } = told;
    const isGood = Object.hasOwn(KINDS, String(kind)) && Number.isSafeInteger(times) && times >= 0;
    if (isGood) faults.push({ kind, left: times, changing });
    const kinds = Object.keys(KINDS).join(', ');
    const wanted = `POST /fault {"kind": one of ${kinds}, "times": a number, "changing": true to spare GET}`;
    outgoing.writeHead(isGood ? 200 : 400, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(isGood ? { faults, inFlight } : { wanted }));
  });
  const ports = await Promise.all([listen(proxy, port), listen(control, controlPort)]);
  const [url, controlUrl] = ports.map((one) => `http://${HOST}:${one}`);
  return {
    url,
    controlUrl,
    close() {
      for (const server of [proxy, control]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** Returns the fault of a request: the first that is left and applies to requests like it. */
function nextOf(faults, isChanging) {
  while (faults.length > 0 && faults[0].left === 0) faults.shift();
  const next = faults.find(({ left, changing }) => left > 0 && (isChanging || !changing));
  if (next === undefined) return undefined;
  next.left -= 1;
  return next.kind;
}

function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => resolve(server.address().port));
  });
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({ options: { target: { type: 'string' } } });
  const port = Number(process.env.PORT ?? PORT_DEFAULT);
  const controlPort = Number(process.env.CONTROL_PORT ?? CONTROL_PORT_DEFAULT);
  const { url, controlUrl } = await startFaultProxy({ target: values.target, port, controlPort });
  process.stdout.write(`${url} leads to ${values.target}; inject faults at ${controlUrl}/fault\n`);
}
