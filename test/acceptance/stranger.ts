import { setTimeout as wait } from 'node:timers/promises';
import { postQuery, type AnyGateway, type Answer, type Ask, type GraphqlBody } from '../support/gateway.ts';

/** Tokens live for an hour; a client gets another one in time. */
const TOKEN_USED_MS_MAX = 30 * 60_000;
/** How long it waits where a refusal for its rate does not say so, in milliseconds. */
const WAIT_MS = 1_000;

interface HeldToken {
  readonly token: Promise<string>;
  readonly sinceMs: number;
}

/** The clients of the sandbox, as programs of partners are: they keep their tokens, and wait when they are told to. */
export class Stranger implements AnyGateway {
  readonly app: { readonly url: string };
  private readonly tokens = new Map<string, HeldToken>();

  constructor(url: string) {
    this.app = { url };
  }

  /** @throws what `fetch` throws when no answer comes back */
  async ask(ask: Ask): Promise<Answer> {
    for (;;) {
      const answer = await this.send(ask);
      const waitMs = rateWaitMs(answer.body);
      if (waitMs === undefined) return answer;
      await wait(waitMs);
    }
  }

  async data(ask: Ask): Promise<NonNullable<GraphqlBody['data']>> {
    const { status, body } = await this.ask(ask);
    if (body.errors !== undefined) throw new Error(`HTTP ${status} ${JSON.stringify(body.errors)} to ${ask.query}`);
    return body.data;
  }

  token(client: string, scope = ''): Promise<string> {
    const key = `${client} ${scope}`;
    const held = this.tokens.get(key);
    if (held !== undefined && performance.now() - held.sinceMs < TOKEN_USED_MS_MAX) return held.token;
    const token = this.newToken(client, scope);
    this.tokens.set(key, { token, sinceMs: performance.now() });
    // One that could not be had, since the gateway was away, is asked for again.
    token.catch(() => this.tokens.delete(key));
    return token;
  }

  /** Sends a request once, whatever comes back. */
  async send({ query, variables = {}, client = 'acme-pay', scope = '', token, headers = {} }: Ask): Promise<Answer> {
    const bearer = token ?? (client === null ? undefined : await this.token(client, scope));
    return postQuery(this.app.url, { query, variables, headers, bearer });
  }

  private async newToken(client: string, scope: string): Promise<string> {
    const form = { grant_type: 'client_credentials', client_id: client, client_secret: `${client}-secret` };
    const body = new URLSearchParams({ ...form, ...(scope !== '' && { scope }) });
    const response = await fetch(`${this.app.url}/oauth/token`, { method: 'POST', body });
    if (!response.ok) throw new Error(`No token for ${client}: HTTP ${response.status} ${await response.text()}`);
    return ((await response.json()) as { access_token: string }).access_token;
  }
}

/** How long a refused request is to wait; undefined: it was not refused for its rate. */
function rateWaitMs({ errors = [] }: GraphqlBody): number | undefined {
  const refusal = errors.find(({ extensions }) => extensions['code'] === 'RATE_LIMITED');
  if (refusal === undefined) return undefined;
  const { retryAfterSeconds } = refusal.extensions;
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds * 1_000 : WAIT_MS;
}
