import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { authenticateWith, type Authenticate } from '../src/platform/requests/authenticate.ts';
import { noSenderBinding as binding } from '../src/platform/auth/sender-binding.port.ts';
import { localKeySet } from '../src/platform/auth/key-set.ts';
import { TokenVerifier } from '../src/platform/auth/token-verifier.ts';
import { createLogger } from '../src/platform/observability/logger.ts';
import { systemClock } from '../src/platform/system.ts';
import type { Section } from './report.ts';
import type { RunContext } from './run-context.ts';
import { medianOf } from './statistics.ts';
import { atMost } from './target.ts';
import { AUDIENCE, ISSUER } from './systems.ts';
import { BENCH_CLIENT } from './token.ts';

const RULES = {
  issuer: ISSUER,
  audience: AUDIENCE,
  partnerClaim: 'partner_id',
  secondsMax: 3_600,
  isTypeRequired: false,
  isBindingRequired: false,
};
/** Target: maximum cost of a token that was verified before, in microseconds. */
const WANTED_US = 10;
const CALLS = 20_000;
const FIRST_CALLS = 200;

/** Measures what a request's token costs in the gateway's own code, on its first use and later on. */
export async function runTokenCost({ options, signal }: RunContext): Promise<Section> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = localKeySet({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] });
  const restrictions = { isSuspended: false, isBindingRequired: false };
  const tenant = { companyKey: BENCH_CLIENT.partnerId, ...restrictions };
  const tenants = { find: () => Promise.resolve(tenant), restrictionsOf: () => restrictions };
  const tokensOf = new TokenVerifier(RULES, keys, tenants, systemClock);
  const logger = createLogger('silent');
  const authenticate = authenticateWith({ tokens: tokensOf, binding, refused: () => undefined, logger });
  const sign = (jti: number) =>
    new SignJWT({ partner_id: BENCH_CLIENT.partnerId, scope: 'pocket.create webhook.read', jti: String(jti) })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
      .setIssuer(RULES.issuer)
      .setAudience(RULES.audience)
      .setExpirationTime('1h')
      .sign(privateKey);
  const tokens = await Promise.all(Array.from({ length: FIRST_CALLS * (options.rounds + 1) }, (_, nth) => sign(nth)));
  const first: number[] = [];
  const later: number[] = [];
  for (let nth = 0; nth <= options.rounds; nth += 1) {
    signal.throwIfAborted();
    const fresh = tokens.slice(nth * FIRST_CALLS, (nth + 1) * FIRST_CALLS);
    const [firstUs, laterUs] = [await costOf(authenticate, fresh), await costOf(authenticate, repeated(fresh))];
    // Round 0 does not count: code is compiled while it runs.
    if (nth > 0) {
      first.push(firstUs);
      later.push(laterUs);
    }
  }
  return {
    title: 'Tokens',
    lines: [
      `CPU of the gateway's own code, run in the process of the benchmark: ${FIRST_CALLS} new tokens a round, then ${CALLS} requests with them.`,
      '',
      `- verified before: ${medianOf(later).toFixed(1)} µs of a request`,
      `- for the first time, ES256: ${medianOf(first).toFixed(0)} µs`,
    ],
    targets: [atMost('verified before, of a request', medianOf(later), WANTED_US, ' µs')],
  };
}

function repeated(tokens: readonly string[]): readonly string[] {
  return Array.from({ length: CALLS }, (_, nth) => tokens[nth % tokens.length] ?? '');
}

/** Never called: the tokens are not bound. */
const sender = () => ({ proof: undefined, method: 'POST', url: 'http://localhost/graphql', certificate: undefined });

/** Returns the CPU of this process per header in microseconds; headers are read from bytes, as an HTTP parser does. */
async function costOf(authenticate: Authenticate, tokens: readonly string[]): Promise<number> {
  const headers = tokens.map((token) => Buffer.from(`Bearer ${token}`).toString('latin1'));
  const before = process.cpuUsage();
  for (const header of headers) {
    const principal = await authenticate(header, sender);
    if (principal instanceof Error) throw principal;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / headers.length;
}
