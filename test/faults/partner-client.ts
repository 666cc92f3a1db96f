import { errorCode } from '../../src/platform/error-code.ts';
import type { GatewayProcess } from '../support/gateway-process.ts';
import type { GraphqlBody } from '../support/gateway.ts';

interface PostOptions {
  readonly signal?: AbortSignal;
  readonly correlationId?: string;
}

/** A client of a partner, with a token from each process that it calls. */
export class PartnerClient {
  /** Whether each request uses a new connection, so that no kept-alive one is closed under it. */
  isFresh = false;
  private readonly name: string;
  private readonly tokens = new WeakMap<GatewayProcess, Promise<string>>();

  /** @param name of a client of the sandbox */
  constructor(name: string) {
    this.name = name;
  }

  /** @throws if there is no answer */
  async post(gateway: GatewayProcess, request: object, options: PostOptions = {}): Promise<GraphqlBody> {
    const { signal, correlationId } = options;
    const token = await this.tokenFor(gateway);
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...(this.isFresh && { connection: 'close' }),
        ...(correlationId !== undefined && { 'x-correlation-id': correlationId }),
      },
      body: JSON.stringify(request),
      ...(signal && { signal }),
    });
    return (await response.json()) as GraphqlBody;
  }

  tokenFor(gateway: GatewayProcess): Promise<string> {
    const token = this.tokens.get(gateway) ?? gateway.freshToken(this.name);
    token.catch(() => {
      this.forgetToken(gateway);
    });
    this.tokens.set(gateway, token);
    return token;
  }

  forgetToken(gateway: GatewayProcess): void {
    this.tokens.delete(gateway);
  }
}

/** Returns why `fetch` failed: the error code of its cause. The error is from another realm than jest's. */
export function reasonOf(error: unknown): string {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : error;
  return errorCode(cause) ?? String(cause);
}
