// Starts two gateways on this machine: a bank, and one in front of it that asks the bank as its provider (PROVIDER=rest),
// with a way between them that fails on demand. Both begin with the sandbox world, in a folder that goes with them.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startFaultProxy } from './fault-proxy.mjs';

const SERVER = join(import.meta.dirname, '..', 'dist', 'server', 'main.js');
const COMMAND = join(import.meta.dirname, '..', 'dist', 'server', 'run-command.js');
/** Partners of the sandbox world, and the clients that stand for them at both gateways. */
const PARTNERS = { ACME_PAY: 'acme-pay', BETA_PAY: 'beta-pay', GAMA_PAY: 'gama-pay' };
const READY = /ready\b.*?(http:\/\/[^/\s]+)/;

const portOf = (name, otherwise) => Number(process.env[name] ?? otherwise);
const [port, bankPort] = [portOf('PORT', 4000), portOf('BANK_PORT', 4100)];
const [proxyPort, controlPort] = [portOf('PROXY_PORT', 4150), portOf('CONTROL_PORT', 4151)];

const folder = mkdtempSync(join(tmpdir(), 'gateway-rig-'));
const children = new Set();
let isStopping = false;

/** Starts a gateway, and gives its address and process once it is ready. */
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

/** Tells the front gateway as whom the bank knows a partner. */
function introduce([partner, client]) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, SANDBOX: 'true', DATA_DIR: join(folder, 'front') };
    const child = spawn(process.execPath, ['--no-warnings', COMMAND, 'provider', 'put', partner], {
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    child.stdin.end(JSON.stringify({ clientId: client, clientSecret: `${client}-secret` }));
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${partner} could not be introduced.`))));
  });
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
  // Its first start makes the partners that are then introduced.
  const first = await start('front', { PORT: '0' });
  isStopping = true;
  await ended(first.child);
  isStopping = false;
  for (const partner of Object.entries(PARTNERS)) await introduce(partner);
  const front = await start('front', { PORT: String(port), PROVIDER: 'rest', PROVIDER_URL: proxy.url });
  process.stdout.write(
    `The gateway is ready at ${front.url}, in front of the bank at ${bank.url}.\n` +
      `What lies between fails on demand: curl -d '{"kind": "lost-answer"}' ${proxy.controlUrl}/fault\n` +
      'Ctrl-C ends all of them.\n',
  );
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  await stop(1);
}
