// A small endpoint for trying out webhooks: prints for each message one line with the verdict on its signature, and
// fails on demand. `npm run receiver -- --help` lists its options.
import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Webhook } from 'standardwebhooks';

const HOST = '127.0.0.1';
const PORT_DEFAULT = '4001';
/** Maximum size of a body, in bytes: far more than any message has. */
const BODY_BYTES_MAX = 1_048_576;
/** How many characters of a message's id are shown: its end, since ids of the same time begin alike. */
const ID_LENGTH_SHOWN = 8;
/** Shortest secret that is a text, in characters. */
const TEXT_LENGTH_MIN = 16;
const HOW_TO_VERIFY = 'give --secret whsec_… or WEBHOOK_SECRET';
const HELP = `npm run receiver -- [options]

  --secret whsec_…   secret that createWebhookConfiguration returned; can be given several times, or in WEBHOOK_SECRET
  --json             also prints the bodies
  --status 500       responds with this status instead of 200
  --delay 2000       waits this many milliseconds before it responds
  --fail-first 3     fails this many first calls, with 500 or --status, and responds with 200 from then on

It listens on ${HOST}, port ${PORT_DEFAULT}; set PORT for another.
`;

class WrongOption extends Error {}

function readOptions() {
  const { values } = parsed();
  const { json = false, help = false, secret = [process.env.WEBHOOK_SECRET].filter(Boolean) } = values;
  const count = (name, bounds) => (values[name] === undefined ? undefined : integer(`--${name}`, values[name], bounds));
  return {
    json,
    help,
    receivers: secret.map(receiverOf),
    status: count('status', { min: 200, max: 599 }),
    delayMs: count('delay', { min: 0, max: 600_000 }) ?? 0,
    failFirst: count('fail-first', { min: 0, max: 1_000_000 }),
    port: integer('PORT', process.env.PORT ?? PORT_DEFAULT, { min: 0, max: 65_535 }),
  };
}

function parsed() {
  const text = { type: 'string' };
  const flag = { type: 'boolean' };
  const options = { secret: { type: 'string', multiple: true }, json: flag, help: flag };
  try {
    return parseArgs({ options: { ...options, status: text, delay: text, 'fail-first': text } });
  } catch (error) {
    throw new WrongOption(`${error.message.split('. ')[0].replace(/\.$/, '')}: see --help.`);
  }
}

function integer(name, value, { min, max }) {
  if (!/^\d{1,9}$/.test(value) || Number(value) < min || Number(value) > max)
    throw new WrongOption(`${name} is "${value}": write a whole number from ${min} to ${max}.`);
  return Number(value);
}

function receiverOf(secret) {
  if (secret === '')
    throw new WrongOption('--secret is empty: give the signingSecret that createWebhookConfiguration returned, once.');
  // The secret of a configuration of envelopes can be any text.
  if (!secret.startsWith('whsec_') && secret.length >= TEXT_LENGTH_MIN)
    return new Webhook(Buffer.from(secret), { format: 'raw' });
  try {
    if (secret.startsWith('whsec_')) return new Webhook(secret);
  } catch {
    // It is not base64.
  }
  throw new WrongOption(
    `The secret is invalid: write whsec_ and base64, as createWebhookConfiguration returned it, or the text of ${TEXT_LENGTH_MIN} or more characters that it got.`,
  );
}

/** Describes in a few words whether the signature of a message is valid. */
function verdictOn(receivers, headers, body) {
  if (receivers.length === 0) return `not verified (${HOW_TO_VERIFY})`;
  let reason = '';
  for (const receiver of receivers) {
    try {
      receiver.verify(body, headers, { jsonParse: false });
      return 'verified';
    } catch (error) {
      reason = error.message;
    }
  }
  return `NOT VERIFIED (${reason})`;
}

/** Returns the body, or undefined if it is too large. */
async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function shownBody(body) {
  const text = body.toString('utf8');
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return JSON.stringify(text);
  }
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Returns a handler that answers each call and prints a line about it. */
function receiver({ json, receivers, status, delayMs, failFirst }) {
  const seen = new Set();
  let calls = 0;
  const nextStatus = () => {
    calls += 1;
    if (failFirst === undefined) return status ?? 200;
    return calls <= failFirst ? (status ?? 500) : 200;
  };
  return async (request, response) => {
    const { headers, method } = request;
    if (method !== 'POST') return answer(response, 405);
    const body = await readBody(request);
    if (body === undefined) return answer(response, 413);
    const id = headers['webhook-id'] ?? '';
    const answered = nextStatus();
    const words = [
      new Date().toISOString().slice(11, 23),
      (headers['webhook-event'] ?? 'unknown event').padEnd(24),
      `…${id.slice(-ID_LENGTH_SHOWN)}`,
      `attempt ${headers['webhook-attempt'] ?? '-'}`,
      `sequence ${headers['webhook-sequence'] ?? '-'}`,
      verdictOn(receivers, headers, body),
      `answered ${answered}${seen.has(id) ? ', seen before' : ''}`,
    ];
    seen.add(id);
    await wait(delayMs, undefined, { ref: false });
    say(words.join('  '));
    if (json) say(shownBody(body));
    return answer(response, answered);
  };
}

function answer(response, status) {
  response.writeHead(status, { connection: status === 413 ? 'close' : 'keep-alive' }).end();
}

function start(options) {
  const handle = receiver(options);
  const server = createServer((request, response) => {
    // A caller that hangs up half-way is not a reason to stop.
    handle(request, response).catch((error) => say(`A call was interrupted: ${error.message}.`));
  });
  server.on('error', (error) =>
    fail(error.code === 'EADDRINUSE' ? `${error.message}: choose another PORT.` : error.message),
  );
  server.listen(options.port, HOST, () => {
    say(`The receiver is ready at http://${HOST}:${server.address().port}; Ctrl-C ends it.`);
    if (options.receivers.length === 0) say(`It verifies nothing: ${HOW_TO_VERIFY}.`);
  });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

try {
  const options = readOptions();
  if (options.help) process.stdout.write(HELP);
  else start(options);
} catch (error) {
  if (!(error instanceof WrongOption)) throw error;
  fail(error.message);
}
