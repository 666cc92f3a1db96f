import {
  allowInsecureRequests,
  clientCredentialsGrantRequest,
  ClientSecretPost,
  customFetch,
  processClientCredentialsResponse,
} from 'oauth4webapi';
import type { Sql } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { CallTurns } from '../gate/call-turns.ts';
import { findCredentials, type ProviderCredentials } from './provider-credentials.ts';
import type { ProviderConnections, TlsIdentity } from './provider-connections.ts';
import type { Exchanged } from './provider-exchange.ts';
import type { ProviderGate } from '../gate/provider-gate.ts';

/** What came of asking for a token. */
export type TokenAnswer =
  | {
      readonly kind: 'token';
      readonly text: string;
      readonly identity: TlsIdentity | undefined;
      readonly lifeSeconds: number;
    }
  /** The provider does not know the partner, or the gateway has no credentials of it. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'unavailable' };

/** Life of a token of which the provider does not say how long it lives, in seconds (ours). */
const LIFE_SECONDS = 300;

/** Not an answer that is read as one. */
const NO_TOKEN = new Error('There is no token in the answer.');

interface TokenRequestOptions {
  readonly sql: Sql;
  readonly secrets: SecretBox;
  readonly turns: CallTurns;
  readonly gate: ProviderGate;
  readonly connections: ProviderConnections;
  readonly tokenUrl: string;
  readonly timeoutMs: number;
}

/** Asks for tokens: the client credentials grant of RFC 6749, section 4.4, in a turn of the partner. */
export class TokenRequests {
  private readonly options: TokenRequestOptions;

  constructor(options: TokenRequestOptions) {
    this.options = options;
  }

  /** @throws Error when the database does not answer, or the stored credentials do not open */
  async send(partnerId: string): Promise<TokenAnswer> {
    const { sql, secrets, gate, turns, timeoutMs } = this.options;
    const until = performance.now() + timeoutMs;
    const credentials = await findCredentials(sql, secrets, partnerId);
    if (credentials === undefined) return { kind: 'refused' };
    if ((await gate.restSeconds(partnerId)) !== undefined) return { kind: 'unavailable' };
    const turn = await turns.take({ partnerId, priority: 'TOKEN', until });
    if (turn === undefined) return { kind: 'unavailable' };
    try {
      return await this.exchange(partnerId, credentials, until);
    } finally {
      turn.end();
    }
  }

  private async exchange(partnerId: string, credentials: ProviderCredentials, until: number): Promise<TokenAnswer> {
    const { tokenUrl, connections } = this.options;
    const { clientId, clientSecret, scope, identity } = credentials;
    const [server, client] = [{ issuer: tokenUrl, token_endpoint: tokenUrl }, { client_id: clientId }];
    let exchanged: Exchanged = { kind: 'not sent', isGivenUp: false };
    const parameters = scope === null ? {} : { scope };
    try {
      const response = await clientCredentialsGrantRequest(server, client, ClientSecretPost(clientSecret), parameters, {
        // The settings say where plain http is allowed.
        [allowInsecureRequests]: true,
        [customFetch]: async (url, { method, headers, body }) => {
          const timeoutMs = until - performance.now();
          const request = { url, method, headers, body: body.toString(), identity, timeoutMs };
          exchanged = await connections.send(request);
          if (exchanged.kind !== 'answer' || exchanged.status !== 200) throw NO_TOKEN;
          return new Response(exchanged.body, exchanged);
        },
      });
      const token = await processClientCredentialsResponse(server, client, response);
      const { access_token: text, expires_in: lifeSeconds = LIFE_SECONDS } = token;
      return { kind: 'token', text, identity, lifeSeconds };
    } catch {
      return this.withoutToken(partnerId, exchanged);
    }
  }

  /** A refusal lasts until somebody fixes its cause; all else may be over soon. */
  private async withoutToken(partnerId: string, exchanged: Exchanged): Promise<TokenAnswer> {
    const { gate } = this.options;
    if (exchanged.kind !== 'answer') return { kind: 'unavailable' };
    const { status, headers } = exchanged;
    if (status === 429) await gate.limited(partnerId, headers['retry-after']);
    return { kind: status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unavailable' };
  }
}
