// A partner far above its rate limit: `node noisy-partner.mjs <url of the gateway> <token> <requests a second>`.
// It prints "noisy" at the first 429, and continues until it is killed.
import { setInterval } from 'node:timers';

const [url, token, rate] = process.argv.slice(2);
const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
const body = JSON.stringify({ query: '{ paymentAccounts(first: 5) { nodes { number holder { name } } } }' });
const TICK_MS = 20;

let isRefused = false;
let owed = 0;
setInterval(() => {
  for (owed += (Number(rate) * TICK_MS) / 1_000; owed >= 1; owed -= 1) void send();
}, TICK_MS);

async function send() {
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  if (response.status === 429 && !isRefused) process.stdout.write('noisy\n');
  isRefused ||= response.status === 429;
}
