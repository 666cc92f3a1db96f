// Starts two gateways on this machine: a bank, and one in front of it that uses the bank as its provider
// (PROVIDER=rest), with a proxy between them that fails on demand. Both start with the sandbox world, in a folder that
// is removed at the end. The bank sends each event to the gateway by a webhook.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startFaultProxy } from './fault-proxy.mjs';

const SERVER = join(import.meta.dirname, '..', 'dist', 'server', 'main.js');
const COMMAND = join(import.meta.dirname, '..', 'dist', 'server', 'run-command.js');
/** Partners of the sandbox world, and their clients at both gateways. */
const PARTNERS = { ACME_PAY: 'acme-pay', BETA_PAY: 'beta-pay', GAMA_PAY: 'gama-pay' };
/** Maximum number of pockets of an account in the sandbox. */
const POCKET_LIMIT = 3;
/** Events of the bank, by their context. */
const EVENTS = {
  POCKET: ['POCKET_ACCOUNT_WAS_CREATED'],
  CUSTOMER: ['CUSTOMER_WAS_RECEIVED', 'CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_REPROVED'],
  PIX: ['PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED'],
  TED: ['TED_CASH_IN_WAS_RECEIVED', 'TED_CASH_IN_WAS_CLEARED'],
};
const CREATE_CONFIGURATION = `mutation ($input: CreateWebhookConfigurationInput!) {
  createWebhookConfiguration(input: $input) { ... on DomainError { code message } }
}`;
/** Secret that signs the bank's events (Standard Webhooks). */
const SIGNING_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const READY = /ready\b.*?(http:\/\/[^/\s]+)/;

const portOf = (name, otherwise) => Number(process.env[name] ?? otherwise);
const [port, bankPort] = [portOf('PORT', 4000), portOf('BANK_PORT', 4100)];
const [proxyPort, controlPort] = [portOf('PROXY_PORT', 4150), portOf('CONTROL_PORT', 4151)];

const folder = mkdtempSync(join(tmpdir(), 'gateway-rig-'));
const children = new Set();
let isStopping = false;

/** Starts a gateway, and returns its URL and process once it is ready. */
function start(name, environment) {
  const child = spawn(process.execPath, ['--no-warnings', SERVER], {
    env: { SANDBOX: 'true', ADMIN_PORT: '0', ...process.env, ...environment, DATA_DIR: join(folder, name) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = READY.exec(line)?.[1];
      if (url !== undefined) resolve({ url, child });
    });
    child.once('exit', (code) => {
      children.delete(child);
      if (!isStopping) reject(new Error(`The gateway "${name}" ended with ${code}.`));
    });
  });
}

function ended(child) {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

/** Gives the front gateway a partner's credentials at the bank, and the secret that signs the bank's events. */
function introduce([partner, client]) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, SANDBOX: 'true', DATA_DIR: join(folder, 'front') };
    const child = spawn(process.execPath, ['--no-warnings', COMMAND, 'provider', 'put', partner], {
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const known = { clientId: client, clientSecret: `${client}-secret`, pocketLimit: POCKET_LIMIT };
    child.stdin.end(JSON.stringify({ ...known, publicKey: client, signingSecret: SIGNING_SECRET }));
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${partner} could not be registered at the provider.`)),
    );
  });
}

/** Has the bank send the events of a client to the front gateway. */
async function subscribe(client, bankUrl, frontUrl) {
  const credentials = { grant_type: 'client_credentials', client_id: client, client_secret: `${client}-secret` };
  const token = await post(`${bankUrl}/oauth/token`, new URLSearchParams(credentials));
  const headers = { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' };
  for (const [context, names] of Object.entries(EVENTS))
    for (const eventName of names) {
      const input = { name: `Front: ${eventName}`, context, eventName, uri: `${frontUrl}/provider/events` };
      const variables = { input: { ...input, publicKey: client, secret: SIGNING_SECRET } };
      const { data } = await post(
        `${bankUrl}/graphql`,
        JSON.stringify({ query: CREATE_CONFIGURATION, variables }),
        headers,
      );
      const code = data?.createWebhookConfiguration.code ?? (data ? undefined : 'nothing');
      if (code !== undefined) throw new Error(`The bank answered ${code} to a webhook for ${eventName}.`);
    }
}

async function post(url, body, headers = {}) {
  return (await fetch(url, { method: 'POST', headers, body })).json();
}

async function stop(code) {
  isStopping = true;
  await Promise.all([...children].map(ended));
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

process.once('SIGINT', () => void stop(0));
process.once('SIGTERM', () => void stop(0));
try {
  const bank = await start('bank', { PORT: String(bankPort) });
  const proxy = await startFaultProxy({ target: bank.url, port: proxyPort, controlPort });
  // Its first start creates the partners that are introduced below.
  const first = await start('front', { PORT: '0' });
  isStopping = true;
  await ended(first.child);
  isStopping = false;
  for (const partner of Object.entries(PARTNERS)) await introduce(partner);
  const front = await start('front', { PORT: String(port), PROVIDER: 'rest', PROVIDER_URL: proxy.url });
  for (const client of Object.values(PARTNERS)) await subscribe(client, bank.url, front.url);
  process.stdout.write(
    `The gateway is ready at ${front.url}, in front of the bank at ${bank.url}.\n` +
      `Calls between them fail on demand: curl -d '{"kind": "lost-answer"}' ${proxy.controlUrl}/fault\n` +
      'Ctrl-C stops all of them.\n',
  );
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  await stop(1);
}
