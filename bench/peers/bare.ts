import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { instantText } from '../../src/platform/statements/instant.ts';
import type { PaymentAccountRow } from '../../src/bank/accounts/payment-account.rows.ts';
import type { PocketRow } from '../../src/bank/pockets/pocket.rows.ts';
import type { SearchPeriod } from '../../src/webhooks/archive/message-search.value.ts';
import { authenticator, demandScopes, type Principal } from './auth.ts';
import { createPocket, type MadePocket, type CreatePocketInput } from './create-pocket.ts';
import { messageFields, messagePageReader } from './message-page.ts';
import { findAccount, pageReader } from './page.ts';
import { registerPixEntry, type RegisterPixEntryInput } from './register-pix-entry.ts';
import { registerCustomer, type RegisterCustomerInput } from './register-customer.ts';
import { announce, readSettings } from './settings.ts';
import { AS_GATEWAY, PRUNED } from './page-statements.ts';
import { openPool } from './sql.ts';

/** Rows of a page; the bare server has no arguments. */
const PAGE_SIZE = 50;

/** No GraphQL at all: the operation's name selects a function, whose answer is built by hand. */
interface Call {
  readonly operationName:
    | ('PocketPage' | 'PocketPageWithCursors' | 'MessagePage')
    | ('CreatePocket' | 'RegisterCustomer' | 'RegisterPixEntry');
  readonly variables: {
    readonly number: string;
    readonly input: CreatePocketInput & RegisterPixEntryInput & RegisterCustomerInput;
    readonly filter: SearchPeriod;
  };
}

const settings = readSettings();
const pool = openPool(settings.databaseUrl);
const authenticate = authenticator(pool, settings);
const statements = settings.isPruned ? PRUNED : AS_GATEWAY;
const readPage = await pageReader(pool, statements);
const readMessages = await messagePageReader(pool, statements);

async function pocketPage(principal: Principal, number: string, withCursors: boolean): Promise<object> {
  demandScopes(principal, ['account.read', 'pocket.read']);
  const account = await findAccount(pool, principal, { number, statements });
  if (account === undefined) return { paymentAccount: null };
  const { rows, hasNextPage, endCursor, cursors } = await readPage(principal, account.id, PAGE_SIZE);
  const shown = accountFields(account);
  const nodeOf = (row: PocketRow) => ({ ...pocketFields(row), account: shown });
  const edges = () => {
    const made = cursors();
    return rows.map((row, nth) => ({ cursor: made[nth], node: nodeOf(row) }));
  };
  const items = withCursors ? { edges: edges() } : { nodes: rows.map(nodeOf) };
  return { paymentAccount: { pockets: { ...items, pageInfo: { hasNextPage, endCursor } } } };
}

function pocketFields({ id, number, label, currency, status, useCase, createdAt }: MadePocket) {
  return { id, number, label, currency, status, useCase, createdAt: rfc3339(createdAt) };
}

function accountFields(row: PaymentAccountRow) {
  return {
    number: row.number,
    branch: row.branch,
    bank: { ispb: row.bankIspb, name: row.bankName },
    holder: { name: row.holderName, document: { value: row.holderDocumentValue } },
  };
}

async function messagePage(principal: Principal, period: SearchPeriod): Promise<object> {
  demandScopes(principal, ['webhook.read']);
  const { rows, hasNextPage, endCursor } = await readMessages(principal, period, PAGE_SIZE);
  return { webhookMessages: { nodes: rows.map(messageFields), pageInfo: { hasNextPage, endCursor } } };
}

async function pocketCreation(principal: Principal, input: CreatePocketInput): Promise<object> {
  demandScopes(principal, ['pocket.create']);
  const outcome = await createPocket(pool, principal, input);
  if ('code' in outcome) return { createPocket: outcome };
  const { pocket, replayed } = outcome;
  const { suffix, type } = { suffix: pocket.currency, type: `POCKET_${pocket.currency}` };
  const { reason, category } = pocket;
  return { createPocket: { replayed, pocket: { ...pocketFields(pocket), suffix, type, reason, category } } };
}

async function pixEntryRegistration(principal: Principal, input: RegisterPixEntryInput): Promise<object> {
  demandScopes(principal, ['pix.entries.create']);
  const outcome = await registerPixEntry(pool, principal, input);
  if ('code' in outcome) return { registerPixEntry: outcome };
  const { id, createdAt, keyType, keyValue } = outcome;
  return { registerPixEntry: { entry: { id, createdAt, addressingKey: { type: keyType, value: keyValue } } } };
}

async function registration(principal: Principal, input: RegisterCustomerInput): Promise<object> {
  demandScopes(principal, ['customer.write']);
  const outcome = await registerCustomer(pool, principal, input);
  return { registerCustomer: 'code' in outcome ? outcome : { registration: outcome } };
}

function rfc3339(text: string): string {
  return text.charAt(10) === 'T' ? text : instantText(text);
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'operationName' in value && 'variables' in value;
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      resolve(Buffer.concat(chunks).toString());
    });
    request.once('error', reject);
  });
}

function answerOf(principal: Principal, name: Call['operationName'], variables: Call['variables']): Promise<object> {
  switch (name) {
    case 'PocketPage':
      return pocketPage(principal, variables.number, false);
    case 'PocketPageWithCursors':
      return pocketPage(principal, variables.number, true);
    case 'CreatePocket':
      return pocketCreation(principal, variables.input);
    case 'RegisterCustomer':
      return registration(principal, variables.input);
    case 'MessagePage':
      return messagePage(principal, variables.filter);
    case 'RegisterPixEntry':
      return pixEntryRegistration(principal, variables.input);
  }
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const principal = await authenticate(request.headers.authorization);
  const call: unknown = JSON.parse(await readBody(request));
  if (!isCall(call)) throw new Error('The request names no operation.');
  const { operationName, variables } = call;
  const data = await answerOf(principal, operationName, variables);
  const text = JSON.stringify({ data });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    response.writeHead(500).end(JSON.stringify({ errors: [{ message }] }));
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) announce(address.port);
});
