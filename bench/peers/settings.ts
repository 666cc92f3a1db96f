/** Settings of a peer, from its environment. */
export interface PeerSettings {
  readonly databaseUrl: string;
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  /** Whether pages are read with statements of only the selected columns. */
  readonly isPruned: boolean;
}

/** @throws Error that names the missing variable */
export function readSettings(): PeerSettings {
  return {
    databaseUrl: read('PEER_DATABASE_URL'),
    issuer: read('PEER_ISSUER'),
    audience: read('PEER_AUDIENCE'),
    jwksUrl: read('PEER_JWKS_URL'),
    isPruned: process.env['PEER_PRUNED'] === 'true',
  };
}

function read(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing: a peer is started by bench/main.ts.`);
  return value;
}

/** Reports to the benchmark where the peer listens. */
export function announce(port: number): void {
  process.stdout.write(`ready at http://localhost:${port}\n`);
}
