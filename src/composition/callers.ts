import type { TokenRules } from '../platform/auth/token-claims.ts';
import { DpopNonces } from '../platform/auth/dpop-nonces.ts';
import { DpopProofs } from '../platform/auth/dpop-proofs.ts';
import type { KeySet } from '../platform/auth/key-set.ts';
import type { Tenants } from '../platform/auth/principal.ts';
import type { CredentialRefused } from '../platform/auth/refused-credentials.ts';
import { SenderCheck } from '../platform/auth/sender-check.ts';
import { spendProofsIn } from '../platform/auth/spent-proofs.ts';
import { TokenVerifier } from '../platform/auth/token-verifier.ts';
import { findPartner } from '../bank/partners/find-partner.ts';
import { authenticateWith, type Authenticate } from '../platform/requests/authenticate.ts';
import { ClientCertificates } from '../platform/http/client-certificates.ts';
import { identifyWith, Senders, type Identify } from '../platform/http/identify.ts';
import type { Served } from './routes.ts';
import type { Services } from './services.ts';

/** How callers are identified, over HTTP and sockets. */
export interface Callers {
  readonly rules: TokenRules;
  readonly tokens: TokenVerifier;
  readonly nonces: DpopNonces;
  readonly proofs: DpopProofs;
  readonly senders: Senders;
  readonly authenticate: Authenticate;
  readonly identify: Identify;
  readonly refused: CredentialRefused;
}

/** @param keys the keys that verify tokens */
export function createCallers({ config, runtime, url }: Served, services: Services, keys: KeySet): Callers {
  const { clock, logger } = runtime;
  const { auth, publicUrl, rateLimit: rate, tls } = config;
  const { database, installation, credentialRefused: refused } = services;
  const rules: TokenRules = { ...auth, issuer: auth.issuer ?? url };
  const tokens = new TokenVerifier(rules, keys, tenantsOf(services), clock);
  const nonces = new DpopNonces(installation.secret, clock);
  const proofs = new DpopProofs({ clock, nonces, spend: spendProofsIn(database) });
  const check = new SenderCheck({ proofs, rate });
  const certificates = new ClientCertificates({
    forwarded: auth.forwardedCertificates,
    areAuthoritiesKnown: tls?.clientAuthorities !== undefined,
  });
  const senders = new Senders({ publicUrl, url, certificates });
  const authenticate = authenticateWith({ tokens, senders: check, refused, logger });
  const identify = identifyWith({ authenticate, senders, nonces });
  return { rules, tokens, nonces, proofs, senders, authenticate, identify, refused };
}

function tenantsOf({ database, partnerRestrictions }: Services): Tenants {
  return { find: (id) => findPartner(database, id), restrictionsOf: (id) => partnerRestrictions.of(id) };
}
