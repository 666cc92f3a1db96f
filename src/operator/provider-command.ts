import { createPrivateKey, X509Certificate } from 'node:crypto';
import { openSecretBox } from '../composition/services.ts';
import { settings } from '../config/settings.ts';
import { readStorageConfig } from '../config/storage.ts';
import { Database } from '../platform/database/database.ts';
import {
  listCredentials,
  putCredentials,
  removeCredentials,
  type ListedCredentials,
  type OpenCredentials,
} from '../provider/calls/keep-credentials.ts';
import { isSigningSecret, SIGNING_SECRET_WANTED } from '../webhooks/signing/signing-secret.value.ts';
import { settle } from './settle-intent-command.ts';
import { CommandError, onDatabase, type Command, type CommandLine } from './command.ts';

const USAGE = `npm run provider -- put ACME_PAY < credentials.json
npm run provider -- list
npm run provider -- remove ACME_PAY
npm run provider -- settle
npm run provider -- settle 0193b0c4-… not-executed
npm run provider -- settle 0193b0c4-… executed < answer.json

Keeps how a partner is known to the provider of PROVIDER=rest, sealed by SECRETS_KEY. put takes a JSON object from
standard input, in place of what was kept before: clientId and clientSecret, and where they are needed scope, certificate
and privateKey (PEM texts), publicKey and signingSecret of its events (whsec_… for Standard Webhooks, else the private key
of its hmac), pocketLimit. Processes go by it from their next token on.

settle shows mutations of which nobody can say what became of them, and settles one as the provider has told you: as not executed, or as
executed, with the JSON body of its answer from standard input (of createPocket also what GET /pockets/{number} shows).`;

const TEXTS = [
  ...(['clientId', 'clientSecret', 'scope', 'certificate', 'privateKey', 'publicKey', 'signingSecret'] as const),
];
type TextName = (typeof TEXTS)[number];
const POCKET_LIMIT = 'pocketLimit';

/** `npm run provider` */
export const provider: Command = async (line) => {
  if (line.args[0] === 'settle') return settle(line, USAGE);
  const [action, partnerId, ...others] = line.args;
  if (others.length > 0 || partnerId?.startsWith('-') === true) throw new CommandError(USAGE);
  if (action === 'list' && partnerId === undefined) return list(line);
  if (partnerId === undefined) throw new CommandError(USAGE);
  if (action === 'put') return put(line, partnerId);
  if (action === 'remove') return remove(line, partnerId);
  throw new CommandError(USAGE);
};

function list(line: CommandLine): Promise<string> {
  return onDatabase(line, async ({ sessions }) => {
    const known = await listCredentials(new Database(sessions));
    return known.length === 0 ? 'The provider knows no partner.' : known.map(described).join('\n');
  });
}

function described({ partnerId, clientId, scope, certificate, publicKey, pocketLimit }: ListedCredentials): string {
  return [
    `${partnerId}: client ${clientId}`,
    ...(scope ? [`scope "${scope}"`] : []),
    ...(certificate ? [`certificate until ${new X509Certificate(certificate).validTo}`] : []),
    ...(publicKey ? [`events of ${publicKey}`] : []),
    ...(pocketLimit ? [`${pocketLimit} pockets`] : []),
  ].join(', ');
}

async function put(line: CommandLine, partnerId: string): Promise<string> {
  const storage = readStorageConfig(line.environment);
  const isSandbox = settings.sandbox.read(line.environment, false) ?? storage.databaseUrl === undefined;
  if (storage.secretsKeys === undefined && !isSandbox)
    throw new CommandError('SECRETS_KEY is missing: it seals the credentials, as it does for the gateway.');
  const credentials = readCredentials((await line.input?.()) ?? '');
  return onDatabase(line, async (opened) => {
    const secrets = await openSecretBox(storage, opened);
    const isKept = await putCredentials({ sql: new Database(opened.sessions), secrets }, partnerId, credentials);
    if (!isKept) throw new CommandError(`There is no partner "${partnerId}".`);
    return `${partnerId} is known to the provider as ${credentials.clientId}.`;
  });
}

function remove(line: CommandLine, partnerId: string): Promise<string> {
  return onDatabase(line, async ({ sessions }) => {
    if (await removeCredentials(new Database(sessions), partnerId))
      return `${partnerId} is not known to the provider any more: its tokens end within their life.`;
    throw new CommandError(`There are no credentials of "${partnerId}".`);
  });
}

/** What is wrong is said by names: values may be secret. */
function readCredentials(text: string): OpenCredentials {
  const given = objectIn(text);
  const unknown = Object.keys(given).filter((name) => name !== POCKET_LIMIT && !TEXTS.some((one) => one === name));
  if (unknown.length > 0) throw new CommandError(`Standard input has unknown members.\n\n${USAGE}`);
  const textOf = (name: TextName): string | null => {
    const value = given[name] ?? null;
    if (value === null || (typeof value === 'string' && value.trim() !== '')) return value;
    throw new CommandError(`${name} must be a text that is not empty.`);
  };
  const needed = (name: TextName): string => {
    const value = textOf(name);
    if (value === null) throw new CommandError(`${name} is missing in the JSON object on standard input.`);
    return value;
  };
  const pocketLimit = given[POCKET_LIMIT] ?? null;
  if (
    pocketLimit !== null &&
    !(typeof pocketLimit === 'number' && Number.isSafeInteger(pocketLimit) && pocketLimit > 0)
  )
    throw new CommandError(`${POCKET_LIMIT} must be a whole number of 1 or more.`);
  const [certificate, privateKey] = [textOf('certificate'), textOf('privateKey')];
  const [publicKey, signingSecret] = [textOf('publicKey'), textOf('signingSecret')];
  if ((publicKey === null) !== (signingSecret === null))
    throw new CommandError('publicKey and signingSecret belong together: give both, or none.');
  if (signingSecret?.startsWith('whsec_') === true && !isSigningSecret(signingSecret))
    throw new CommandError(`signingSecret is not what Standard Webhooks has: ${SIGNING_SECRET_WANTED}`);
  refuseUnfit(certificate, privateKey);
  const client = { clientId: needed('clientId'), clientSecret: needed('clientSecret'), scope: textOf('scope') };
  return { ...client, certificate, privateKey, publicKey, signingSecret, pocketLimit };
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value));
  throw new CommandError('Standard input must have a JSON object with clientId and clientSecret.');
}

function refuseUnfit(certificate: string | null, privateKey: string | null): void {
  if (certificate === null && privateKey === null) return;
  if (certificate === null || privateKey === null)
    throw new CommandError('certificate and privateKey belong together: give both, or none.');
  if (!isPair(certificate, privateKey))
    throw new CommandError('certificate and privateKey must be PEM texts, the key the one of the certificate.');
}

function isPair(certificate: string, privateKey: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
  } catch {
    return false;
  }
}
