import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SignJWT } from 'jose';
import type { ConfirmationClaim, SenderBinding } from '../../platform/auth/sender-binding.port.ts';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import {
  InvalidProof,
  NonceWanted,
  RefusedCredential,
  type CredentialRefused,
} from '../../platform/auth/refused-credentials.ts';
import { OTHER_SCOPES, PARTNER_SCOPES } from '../../platform/auth/scope.ts';
import type { TokenRules } from '../../platform/auth/token-claims.ts';
import type { Handler } from '../../platform/http/http-server.ts';
import { answerJson } from '../../platform/http/json-answer.ts';
import { readBody } from '../../platform/http/read-body.ts';
import type { SandboxClient } from './sandbox-clients.ts';
import { SIGNING_ALGORITHM, type SigningKey } from './signing-key.ts';

/** Maximum and default lifetime of a sandbox token, in seconds. */
const TOKEN_LIFETIME_SECONDS_MAX = 3_600;
/** The body of a token request: a small form. */
const FORM = { mediaType: 'application/x-www-form-urlencoded', bytesMax: 16 * 1024 };
/** Required by RFC 6749 in responses with a token; errors have them too. */
const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' };
/** Of a client that identifies itself by Basic; others get 400 (RFC 6749, section 5.2). */
const WRONG_BASIC = { status: 401, headers: { 'www-authenticate': 'Basic realm="partner-banking"' } };

export interface SandboxIssuer {
  readonly key: SigningKey;
  readonly clients: readonly SandboxClient[];
  readonly rules: TokenRules;
  readonly clock: Clock;
  readonly random: Random;
  readonly refused: CredentialRefused;
  /** Reads the proof or certificate of the client: the token is bound to it. */
  readonly binding: SenderBinding;
}

interface OauthAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error response of RFC 6749, section 5.2. */
class OauthError extends Error {
  readonly code: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, description: string, { status = 400, headers = {} }: OauthAnswer = {}) {
    super(description);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

/** Serves the token endpoint: the client credentials grant of RFC 6749, for the clients of the sandbox. */
export function tokenEndpoint(issuer: SandboxIssuer): Handler {
  return async (request, response) => {
    const form = new URLSearchParams(await readBody(request, FORM));
    try {
      answerJson(response, 200, await grant(issuer, request, form), NO_STORE);
    } catch (error) {
      if (!(error instanceof OauthError)) throw error;
      if (error.code === 'invalid_client') issuer.refused(RefusedCredential.CLIENT_SECRET);
      const body = { error: error.code, error_description: error.message };
      answerJson(response, error.status, body, { ...NO_STORE, ...error.headers });
    }
  };
}

async function grant(issuer: SandboxIssuer, request: IncomingMessage, form: URLSearchParams): Promise<object> {
  for (const name of form.keys())
    if (form.getAll(name).length > 1) throw new OauthError('invalid_request', `${name} is given twice.`);
  for (const [name, value] of [...form]) if (value === '') form.delete(name);
  if (!form.has('grant_type')) throw new OauthError('invalid_request', 'grant_type is missing.');
  if (form.get('grant_type') !== 'client_credentials')
    throw new OauthError('unsupported_grant_type', 'grant_type must be client_credentials.');
  const client = authenticate(issuer, request, form);
  const scopes = grantedScopes(form.get('scope'));
  const lifetimeSeconds = grantedLifetime(form.get('expires_in'), issuer.rules.secondsMax);
  const cnf = await confirmation(issuer, request);
  const token = await sign(issuer, client, { scopes, lifetimeSeconds, cnf });
  const type = cnf?.jkt === undefined ? 'Bearer' : 'DPoP';
  const scope = scopes.join(' ');
  return { access_token: token, token_type: type, expires_in: lifetimeSeconds, scope, claims: 'company_key' };
}

/** What a token contains besides its client. */
interface Grant {
  readonly scopes: readonly string[];
  readonly lifetimeSeconds: number;
  readonly cnf: ConfirmationClaim | undefined;
}

/** Returns what the token is bound to. */
async function confirmation(
  { binding }: SandboxIssuer,
  request: IncomingMessage,
): Promise<ConfirmationClaim | undefined> {
  try {
    return await binding.bind(binding.senderOf(request));
  } catch (error) {
    if (error instanceof NonceWanted)
      throw new OauthError('use_dpop_nonce', error.message, { headers: { 'dpop-nonce': error.nonce } });
    if (error instanceof InvalidProof) throw new OauthError('invalid_dpop_proof', error.message);
    throw error;
  }
}

function authenticate({ clients }: SandboxIssuer, request: IncomingMessage, form: URLSearchParams): SandboxClient {
  const basic = basicCredentials(request);
  if (basic !== undefined && form.has('client_secret'))
    throw new OauthError('invalid_request', 'Send client_secret in the form or by Basic, not both.');
  const [id, secret] = basic ?? [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
  const client = clients.find((one) => one.id === id);
  if (client === undefined || !isSame(client.secret, secret))
    throw new OauthError('invalid_client', 'client_id or client_secret is wrong.', basic && WRONG_BASIC);
  return client;
}

function basicCredentials({ headers: { authorization = '' } }: IncomingMessage): [string, string] | undefined {
  const encoded = /^Basic +(\S+)$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':');
  try {
    return [decodeURIComponent(id), decodeURIComponent(secret.join(':'))];
  } catch {
    throw new OauthError('invalid_client', 'The Basic credentials are not form-encoded.', WRONG_BASIC);
  }
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns those of the requested scopes that there are: programs ask for all that they know, in one request. */
function grantedScopes(requested: string | null): readonly string[] {
  if (requested === null || requested.trim() === '') return PARTNER_SCOPES;
  const asked = requested.split(' ');
  const known = [...PARTNER_SCOPES, ...OTHER_SCOPES].filter((scope) => asked.includes(scope));
  if (known.length === 0) throw new OauthError('invalid_scope', `Scopes are ${PARTNER_SCOPES.join(', ')}.`);
  return known;
}

/** Returns the requested lifetime, in seconds; it must not exceed what the gateway accepts. */
function grantedLifetime(requested: string | null, secondsMax: number): number {
  const longest = Math.min(TOKEN_LIFETIME_SECONDS_MAX, secondsMax);
  if (requested === null) return longest;
  const seconds = /^\d{1,4}$/.test(requested) ? Number(requested) : 0;
  if (seconds >= 1 && seconds <= longest) return seconds;
  throw new OauthError('invalid_request', `expires_in must be 1 to ${longest} seconds.`);
}

function sign(
  { key, rules, clock, random }: SandboxIssuer,
  client: SandboxClient,
  { scopes, lifetimeSeconds, cnf }: Grant,
): Promise<string> {
  const usual = { [rules.partnerClaim]: client.partner.id, scope: scopes.join(' '), client_id: client.id };
  const issuedAt = Math.floor(clock.now().getTime() / 1_000);
  return new SignJWT({ ...usual, ...(cnf && { cnf }) })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: key.id, typ: 'at+jwt' })
    .setIssuer(rules.issuer)
    .setAudience(rules.audience)
    .setSubject(client.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .setJti(random.uuid())
    .sign(key.privateKey);
}
