/**
 * Commands for operators of a gateway in front of a provider.
 * @packageDocumentation
 */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { findPartner } from '../../../bank/partners/find-partner.ts';
import { readArguments, wrongUsage } from '../../../platform/commands/arguments.ts';
import { CommandError, type ExtensionCommand, type ExtensionLine } from '../../../platform/commands/command.ts';
import { unknownPartner } from '../../../platform/commands/unknown-partner.ts';
import { isSigningSecret, SIGNING_SECRET_WANTED } from '../../../webhooks/signing/signing-secret.value.ts';
import {
  listCredentials,
  putCredentials,
  removeCredentials,
  type ListedCredentials,
  type OpenCredentials,
} from '../calls/keep-credentials.ts';
import { settle } from './settle-intent-command.ts';

const USAGE = `npm run provider -- put ACME_PAY < credentials.json
npm run provider -- list
npm run provider -- remove ACME_PAY
npm run provider -- settle
npm run provider -- settle 0193b0c4-… not-executed
npm run provider -- settle 0193b0c4-… executed < answer.json

Stores the credentials of a partner at the provider of PROVIDER=rest, encrypted with SECRETS_KEY. put reads a JSON object
from standard input, which replaces the stored one: clientId and clientSecret; if needed, scope, certificate and privateKey
(PEM), publicKey and signingSecret of its events (whsec_… for Standard Webhooks, otherwise the private key of its HMAC),
and pocketLimit. Processes use it from their next token on.

settle lists mutations whose outcome cannot be found out, or settles one as the provider has told you: as not executed, or
as executed, with the JSON body of its response on standard input (for createPocket, GET /pockets/{number} will do).`;

const TEXTS = ['clientId', 'clientSecret', 'scope', 'certificate', 'privateKey', 'publicKey', 'signingSecret'] as const;
type TextName = (typeof TEXTS)[number];
const POCKET_LIMIT = 'pocketLimit';
/** The largest value of its column. */
const POCKET_LIMIT_MAX = 2 ** 31 - 1;

/** `npm run provider` */
export const providerCommand: ExtensionCommand = async (line) => {
  const { positionals } = readArguments(line.args, { usage: USAGE, options: {}, wordsMax: 3 });
  const [action, ...words] = positionals;
  if (action === 'settle') return settle(line, words, USAGE);
  if (words.length > (action === 'list' ? 0 : 1)) throw wrongUsage('Too many arguments.', USAGE);
  if (action === 'list') return list(line);
  if (action !== 'put' && action !== 'remove')
    throw wrongUsage(action === undefined ? 'The action is missing.' : `There is no action "${action}".`, USAGE);
  const [partnerId] = words;
  if (partnerId === undefined) throw wrongUsage('The id of a partner is missing.', USAGE);
  return action === 'put' ? put(line, partnerId) : remove(line, partnerId);
};

function list(line: ExtensionLine): Promise<string> {
  return line.onDatabase(async ({ database }) => {
    const known = await listCredentials(database);
    return known.length === 0 ? 'No credentials are stored.' : known.map(described).join('\n');
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

async function put(line: ExtensionLine, partnerId: string): Promise<string> {
  if (line.lacksSecretsKey())
    throw new CommandError('SECRETS_KEY is missing: set it as for the gateway; it encrypts the credentials.');
  return line.onDatabase(async ({ database, secrets, clock }) => {
    // Before the input, which may be typed: it would be of no use.
    if ((await findPartner(database, partnerId)) === undefined) throw await unknownPartner(database, partnerId);
    const credentials = readCredentials((await line.input?.()) ?? '');
    const isKept = await putCredentials({ database, secrets, now: clock.now() }, partnerId, credentials);
    if (!isKept) throw await unknownPartner(database, partnerId);
    return `Stored: ${partnerId} uses the client ${credentials.clientId} at the provider.`;
  });
}

function remove(line: ExtensionLine, partnerId: string): Promise<string> {
  return line.onDatabase(async ({ database }) => {
    if (await removeCredentials(database, partnerId))
      return `${partnerId} has no credentials any more; tokens that the provider already issued stay valid until they expire.`;
    throw new CommandError(`"${partnerId}" has no stored credentials.`);
  });
}

/** Errors contain only names, since values may be secret. */
function readCredentials(text: string): OpenCredentials {
  const given = objectIn(text);
  const unknown = Object.keys(given).filter((name) => name !== POCKET_LIMIT && !TEXTS.some((one) => one === name));
  if (unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name)).join(', ');
    throw new CommandError(`Standard input has unknown members: ${names}.\n\n${USAGE}`);
  }
  const textOf = (name: TextName): string | null => {
    const value = given[name] ?? null;
    if (value === null || (typeof value === 'string' && value.trim() !== '')) return value;
    throw new CommandError(`${name} must be a non-empty string.`);
  };
  const needed = (name: TextName): string => {
    const value = textOf(name);
    if (value === null) throw new CommandError(`${name} is missing in the JSON object on standard input.`);
    return value;
  };
  const pocketLimit = given[POCKET_LIMIT] ?? null;
  if (pocketLimit !== null && !isPocketLimit(pocketLimit))
    throw new CommandError(`${POCKET_LIMIT} must be a whole number from 1 to ${POCKET_LIMIT_MAX}. Leave it out for 0.`);
  const [certificate, privateKey] = [textOf('certificate'), textOf('privateKey')];
  const [publicKey, signingSecret] = [textOf('publicKey'), textOf('signingSecret')];
  if ((publicKey === null) !== (signingSecret === null))
    throw new CommandError('publicKey and signingSecret belong together: give both or neither.');
  if (signingSecret?.startsWith('whsec_') === true && !isSigningSecret(signingSecret))
    throw new CommandError(`signingSecret is not a secret of Standard Webhooks: ${SIGNING_SECRET_WANTED}`);
  refuseUnfit(certificate, privateKey);
  const client = { clientId: needed('clientId'), clientSecret: needed('clientSecret'), scope: textOf('scope') };
  return { ...client, certificate, privateKey, publicKey, signingSecret, pocketLimit };
}

function isPocketLimit(given: unknown): given is number {
  return typeof given === 'number' && Number.isInteger(given) && given > 0 && given <= POCKET_LIMIT_MAX;
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
  throw new CommandError('Standard input must be a JSON object with clientId and clientSecret.');
}

function refuseUnfit(certificate: string | null, privateKey: string | null): void {
  if (certificate === null && privateKey === null) return;
  if (certificate === null || privateKey === null)
    throw new CommandError('certificate and privateKey belong together: give both or neither.');
  if (!isPair(certificate, privateKey))
    throw new CommandError('certificate and privateKey must be PEM, and the key must belong to the certificate.');
}

function isPair(certificate: string, privateKey: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
  } catch {
    return false;
  }
}
