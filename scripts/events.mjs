// Prints the events of a sandbox partner as they happen, one per line: `npm run --silent events -- --client acme-pay`.
// After a lost connection it resumes at the last event, as README recommends to clients.
import { parseArgs } from 'node:util';
import { createClient } from 'graphql-ws';

const URL_DEFAULT = `http://localhost:${process.env.PORT ?? 4000}`;
const HELP = `npm run --silent events -- [options]

  --client acme-pay   client of the sandbox: acme-pay, beta-pay or gama-pay
  --after …           a cursor: events after it come first; only new events if absent
  --url ${URL_DEFAULT}   URL of the gateway
`;
const LIVE = `subscription ($after: String) {
  webhookEvents(after: $after) { cursor name entityId occurredAt }
}`;

async function tokenOf({ client, url }) {
  const form = { grant_type: 'client_credentials', client_id: client, client_secret: `${client}-secret` };
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  if (!response.ok) throw new Error(`The gateway issued no token (HTTP ${response.status}).`);
  return (await response.json()).access_token;
}

/** Returns the cursor of the log's end: all later events are shown, even if the connection is cut before the first. */
async function endOfLog({ url }, token) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ webhookEventsCursor }' }),
  });
  return (await response.json()).data.webhookEventsCursor;
}

async function watch(options) {
  const variables = { after: options.after ?? (await endOfLog(options, await tokenOf(options))) };
  const client = createClient({
    url: `${options.url.replace(/^http/, 'ws')}/graphql`,
    connectionParams: async () => ({ Authorization: `Bearer ${await tokenOf(options)}` }),
    retryAttempts: Infinity,
    shouldRetry: () => true,
  });
  process.stdout.write(`Watching the events of ${options.client}; Ctrl-C ends it.\n`);
  for await (const { data, errors } of client.iterate({ query: LIVE, variables })) {
    if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join(' '));
    const { cursor, name, entityId, occurredAt } = data.webhookEvents;
    variables.after = cursor;
    process.stdout.write(`${occurredAt} ${name} ${entityId}\n`);
  }
}

function explain(error, url) {
  if (error instanceof TypeError && error.message === 'fetch failed')
    return `Nothing responds at ${url}: start the gateway with "npm start", or give its URL with --url.`;
  return Array.isArray(error) ? error.map(({ message }) => message).join(' ') : error.message;
}

let url = URL_DEFAULT;
try {
  const text = { type: 'string' };
  const { values } = parseArgs({ options: { client: text, after: text, url: text, help: { type: 'boolean' } } });
  url = values.url ?? url;
  if (values.help) process.stdout.write(HELP);
  else await watch({ client: 'acme-pay', ...values, url });
} catch (error) {
  process.stderr.write(`${explain(error, url)}\n`);
  process.exitCode = 1;
}
