import { expect } from '@jest/globals';
import { DpopClient, type ProofChanges } from '../../support/dpop.ts';
import { Gateway, type Answer, type GatewayOptions } from '../../support/gateway.ts';
import { OutsideIssuer } from './outside-issuer.ts';

export const QUERY = '{ viewer { partner } }';

/** A token and its proof, as sent in a request. */
export interface Sent {
  readonly token: string;
  readonly proof?: string | undefined;
  readonly scheme?: string;
}

/** A gateway that trusts an outside issuer, and a client with a key whose tokens are bound to it. */
export class BoundScene {
  readonly issuer: OutsideIssuer;
  readonly gateway: Gateway;
  readonly client: DpopClient;

  private constructor(issuer: OutsideIssuer, gateway: Gateway, client: DpopClient) {
    this.issuer = issuer;
    this.gateway = gateway;
    this.client = client;
  }

  static async start({ environment = {}, ...options }: GatewayOptions = {}): Promise<BoundScene> {
    const issuer = await OutsideIssuer.start('ES256');
    const gateway = await Gateway.start({ ...options, environment: { ...issuer.environment(), ...environment } });
    return new BoundScene(issuer, gateway, await DpopClient.make(gateway.clock));
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.issuer.stop();
  }

  get url(): string {
    return `${this.gateway.app.url}/graphql`;
  }

  /** Returns a token of ACME_PAY that is bound to the client's key, or has another claim `cnf`. */
  token(cnf: unknown = { jkt: this.client.thumbprint }): Promise<string> {
    return this.issuer.token(this.gateway.clock.now(), { claims: { cnf } });
  }

  /** Returns the nonce from the response to a proof without one. */
  async nonce(): Promise<string> {
    const token = await this.token();
    const { headers } = await this.send({ token, proof: await this.client.proof({ url: this.url, token }) });
    const nonce = headers.get('dpop-nonce');
    if (nonce === null) throw new Error('No nonce was told.');
    return nonce;
  }

  /** Returns a proof for the GraphQL endpoint that is valid except for these changes. */
  async proof(token: string, changes: ProofChanges = {}): Promise<string> {
    return this.client.proof({ url: this.url, token, nonce: await this.nonce() }, changes);
  }

  send({ token, proof, scheme = 'DPoP' }: Sent): Promise<Answer> {
    const headers = { authorization: `${scheme} ${token}`, ...(proof !== undefined && { dpop: proof }) };
    return this.gateway.ask({ query: QUERY, client: null, headers });
  }
}

/** The error in a challenge, and the message in the body. */
export type Refusal = readonly [error: string, message: string | RegExp];

export async function expectTaken(scene: BoundScene, sent: Sent): Promise<void> {
  const { status, headers, body } = await scene.send(sent);
  expect(body).toMatchObject({ data: { viewer: { partner: 'ACME_PAY' } } });
  expect(status).toBe(200);
  expect(headers.get('dpop-nonce')).toMatch(/^[\w-]{43}$/);
}

export async function expectRefused(scene: BoundScene, sent: Sent, [error, message]: Refusal): Promise<void> {
  const { status, headers, body } = await scene.send(sent);
  expect(body.errors).toMatchObject([
    { message: expect.stringMatching(message), extensions: { code: 'UNAUTHENTICATED' } },
  ]);
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toMatch(new RegExp(`^\\w+ .*\\berror="${error}"$`));
}
