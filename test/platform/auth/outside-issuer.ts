import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

/** A key pair of an issuer. */
export interface IssuerKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

export async function issuerKey(alg: string, kid: string): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** Changes to the usual claims and headers of a token; undefined omits one. */
export interface TokenChanges {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Signs with this key instead of the issuer's. */
  readonly key?: CryptoKey | Uint8Array;
}

/** An OpenID provider, as far as a gateway sees it: tokens, and a key set over HTTP whose requests are counted. */
export class OutsideIssuer {
  readonly keys: readonly IssuerKey[];
  /** Ids of withdrawn keys. */
  readonly withdrawn = new Set<string>();
  /** Published beside its keys. */
  readonly others: JWK[] = [];
  /** Number of requests so far. */
  requests = 0;
  /** If set, it is sent instead of the key set. */
  failure: { readonly status: number; readonly text: string } | undefined;
  /** How it sends an answer. */
  send = (response: ServerResponse, text: string): unknown => response.end(text);
  private readonly server: Server;

  private constructor(keys: readonly IssuerKey[]) {
    this.keys = keys;
    this.server = createServer((_request, response) => {
      this.requests += 1;
      response.setHeader('content-type', 'application/json');
      response.statusCode = this.failure?.status ?? 200;
      this.send(
        response,
        this.failure?.text ??
          JSON.stringify({
            keys: [...keys.flatMap(({ kid, jwk }) => (this.withdrawn.has(kid) ? [] : [jwk])), ...this.others],
          }),
      );
    });
  }

  static async start(...algorithms: string[]): Promise<OutsideIssuer> {
    const keys = await Promise.all(algorithms.map((alg) => issuerKey(alg, `key-${alg}`)));
    const issuer = new OutsideIssuer(keys);
    await issuer.listen(0);
    return issuer;
  }

  /** Closes all connections, and accepts no new ones while `work` runs. */
  async goneWhile(work: () => Promise<void>): Promise<void> {
    const { port } = this.server.address() as AddressInfo;
    await this.stop();
    try {
      await work();
    } finally {
      await this.listen(port);
    }
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Returns the settings with which a gateway trusts this issuer. */
  environment(): Record<string, string> {
    return {
      ...{ AUTH_ISSUER: 'https://id.example.com/', AUTH_AUDIENCE: 'gateway', AUTH_JWKS_URL: `${this.url}/keys` },
      EMBEDDED: 'true',
    };
  }

  key(alg: string): IssuerKey {
    const key = this.keys.find((candidate) => candidate.alg === alg);
    if (key === undefined) throw new Error(`The issuer has no key for ${alg}.`);
    return key;
  }

  /** Returns a valid token of ACME_PAY that expires five minutes after `now`. */
  token(now: Date, { claims = {}, header = {}, key }: TokenChanges = {}): Promise<string> {
    const [first] = this.keys;
    if (first === undefined) throw new Error('The issuer has no key.');
    const issuedAt = Math.floor(now.getTime() / 1_000);
    const usual = { iss: 'https://id.example.com/', aud: 'gateway', sub: 'client', iat: issuedAt, exp: issuedAt + 300 };
    const { alg = first.alg, ...others } = header;
    return new SignJWT({ ...usual, partner_id: 'ACME_PAY', scope: 'account.read', ...claims })
      .setProtectedHeader({ alg: String(alg), kid: first.kid, typ: 'at+jwt', ...others })
      .sign(key ?? first.privateKey, { crit: { 'x-unknown': true } });
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private listen(port: number): Promise<void> {
    return new Promise((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }
}
