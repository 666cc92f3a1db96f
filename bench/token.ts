/** The partner of the sandbox world that everything here belongs to, and its client at the sandbox issuer. */
export const BENCH_CLIENT = { partnerId: 'ACME_PAY', id: 'acme-pay', secret: 'acme-pay-secret' } as const;

/** Returns a new token of the sandbox issuer at `port`; valid for an hour at every system. */
export async function fetchTokenOf(port: number): Promise<string> {
  const response = await fetch(`http://localhost:${port}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: BENCH_CLIENT.id,
      client_secret: BENCH_CLIENT.secret,
    }),
    signal: AbortSignal.timeout(10_000),
  });
  const body: unknown = await response.json();
  if (typeof body === 'object' && body !== null && 'access_token' in body && typeof body.access_token === 'string')
    return body.access_token;
  throw new Error(`The gateway gave no token: HTTP ${response.status}.`);
}
