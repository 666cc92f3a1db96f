import { setTimeout as wait } from 'node:timers/promises';
import { postQuery, type AnyGateway, type Answer, type Ask, type GraphqlBody } from '../support/gateway.ts';

/** Tokens are valid for an hour; a client renews them earlier. */
const TOKEN_USED_MS_MAX = 30 * 60_000;
/** Wait after a rate-limit refusal without a time, in milliseconds. */
const WAIT_MS = 1_000;

interface HeldToken {
  readonly token: Promise<string>;
  readonly sinceMs: number;
}

/** The sandbox clients as programs of partners: they keep their tokens, and wait after rate-limit refusals. */
export class Stranger implements AnyGateway {
  readonly app: { readonly url: string };
  private readonly tokens = new Map<string, HeldToken>();

  constructor(url: string) {
    this.app = { url };
  }

  /** @throws what `fetch` throws if no answer arrives */
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
    // If the gateway was down, the next call requests it again.
    token.catch(() => this.tokens.delete(key));
    return token;
  }

  /** Sends a request once, and returns any answer. */
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

/** Returns how long to wait before a retry, in milliseconds; undefined if it was not rate-limited. */
function rateWaitMs({ errors = [] }: GraphqlBody): number | undefined {
  const refusal = errors.find(({ extensions }) => extensions['code'] === 'RATE_LIMITED');
  if (refusal === undefined) return undefined;
  const { retryAfterSeconds } = refusal.extensions;
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds * 1_000 : WAIT_MS;
}
