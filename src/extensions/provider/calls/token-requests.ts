import {
  allowInsecureRequests,
  clientCredentialsGrantRequest,
  ClientSecretPost,
  customFetch,
  None,
  processClientCredentialsResponse,
} from 'oauth4webapi';
import type { Sql } from '../../../platform/database/database.ts';
import type { Connections, Exchanged, TlsIdentity } from '../../../platform/outbound/connections.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { CallTurns } from '../gate/call-turns.ts';
import { findCredentials, type ProviderCredentials } from './provider-credentials.ts';
import { isFault } from './is-fault.ts';
import type { CallPermit, ProviderGate } from '../gate/provider-gate.ts';

/** Result of a token request. */
export type TokenAnswer =
  | {
      readonly kind: 'token';
      readonly text: string;
      readonly identity: TlsIdentity | undefined;
      readonly lifeSeconds: number;
    }
  | NoToken;

/** Why there is no token: the provider refused the partner, the partner has no credentials here, or no answer came. */
export interface NoToken {
  readonly kind: 'refused' | 'unavailable';
}

/** Lifetime of a token if the provider does not state it, in seconds (ours). */
const LIFE_SECONDS = 300;

/** Syntax of a token in a header (`b64token` of RFC 6750, section 2.1); no call is sent with any other. */
const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/** The answer contains no token. */
const NO_TOKEN = new Error('There is no token in the answer.');

interface TokenRequestOptions {
  readonly sql: Sql;
  readonly secrets: SecretBox;
  readonly turns: CallTurns;
  readonly gate: ProviderGate;
  readonly connections: Connections;
  readonly tokenUrl: string;
  readonly timeoutMs: number;
}

/** Requests tokens by the client credentials grant (RFC 6749, section 4.4), in a turn of the partner. */
export class TokenRequests {
  private readonly options: TokenRequestOptions;

  constructor(options: TokenRequestOptions) {
    this.options = options;
  }

  /** @throws Error if the database does not answer, or the stored credentials cannot be decrypted */
  async send(partnerId: string): Promise<TokenAnswer> {
    const { sql, secrets, gate, turns, timeoutMs } = this.options;
    const until = performance.now() + timeoutMs;
    const credentials = await findCredentials(sql, secrets, partnerId);
    if (credentials === undefined) return { kind: 'refused' };
    if ((await gate.restSeconds(partnerId)) !== undefined) return { kind: 'unavailable' };
    const turn = await turns.take({ partnerId, priority: 'TOKEN', until });
    if (turn === undefined) return { kind: 'unavailable' };
    try {
      const permit = await gate.pass(partnerId);
      if (typeof permit === 'number') return { kind: 'unavailable' };
      const { answer, exchanged } = await this.exchange(credentials, until);
      await this.note(partnerId, permit, exchanged);
      return answer;
    } finally {
      turn.end();
    }
  }

  private async exchange({ clientId, clientSecret, scope, identity }: ProviderCredentials, until: number) {
    const { tokenUrl, connections } = this.options;
    const [server, client] = [{ issuer: tokenUrl, token_endpoint: tokenUrl }, { client_id: clientId }];
    let exchanged: Exchanged = { kind: 'not sent', isGivenUp: false };
    const parameters = scope === null ? {} : { scope };
    try {
      // A client without a secret is known by its certificate.
      const proof = clientSecret === '' ? None() : ClientSecretPost(clientSecret);
      const response = await clientCredentialsGrantRequest(server, client, proof, parameters, {
        // The settings decide where plain http is allowed.
        [allowInsecureRequests]: true,
        [customFetch]: async (url, { method, headers, body }) => {
          const timeoutMs = until - performance.now();
          const request = { url, method, headers, body: body.toString(), identity, timeoutMs };
          exchanged = await connections.send(request);
          if (exchanged.kind !== 'answer' || (exchanged.status !== 200 && exchanged.status !== 201)) throw NO_TOKEN;
          return new Response(exchanged.body, { headers: { 'content-type': 'application/json' } });
        },
      });
      const token = await processClientCredentialsResponse(server, client, response);
      const { access_token: text, expires_in: lifeSeconds = LIFE_SECONDS } = token;
      if (!BEARER_TOKEN.test(text)) throw NO_TOKEN;
      const answer: TokenAnswer = { kind: 'token', text, identity, lifeSeconds };
      return { answer, exchanged };
    } catch {
      return { answer: withoutToken(exchanged), exchanged };
    }
  }

  /** Notifies the gate: without a token no call can be sent, so calls would never reveal the failure. */
  private async note(partnerId: string, permit: CallPermit, exchanged: Exchanged): Promise<void> {
    const { gate, connections, timeoutMs } = this.options;
    if (exchanged.kind === 'answer' && exchanged.status < 500) await gate.tokenAnswered(permit);
    else if (!connections.isClosed && isFault(exchanged, permit, timeoutMs)) gate.failed(permit, 'TOKEN');
    if (exchanged.kind === 'answer' && exchanged.status === 429)
      await gate.limited(partnerId, exchanged.headers['retry-after']);
  }
}

/** A refusal lasts until its cause is fixed; anything else may be over soon. */
function withoutToken(exchanged: Exchanged): NoToken {
  if (exchanged.kind !== 'answer') return { kind: 'unavailable' };
  const { status } = exchanged;
  return { kind: status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unavailable' };
}
