/** What a peer is told by its environment. */
export interface PeerSettings {
  readonly databaseUrl: string;
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  /** Whether pages are read by statements of just the columns that are shown. */
  readonly isPruned: boolean;
}

/** @throws Error naming the variable that is missing */
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

/** Tells the benchmark where the peer listens. */
export function announce(port: number): void {
  process.stdout.write(`ready at http://localhost:${port}\n`);
}
