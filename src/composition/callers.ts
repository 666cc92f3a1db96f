import type { TokenRules } from '../platform/auth/token-claims.ts';
import type { KeySet } from '../platform/auth/key-set.ts';
import type { Tenants } from '../platform/auth/principal.ts';
import type { SenderBinding } from '../platform/auth/sender-binding.port.ts';
import type { CredentialRefused } from '../platform/auth/refused-credentials.ts';
import { TokenVerifier } from '../platform/auth/token-verifier.ts';
import { findPartner } from '../bank/partners/find-partner.ts';
import { authenticateWith, type Authenticate } from '../platform/requests/authenticate.ts';
import { identifyWith, type Identify } from '../platform/http/identify.ts';
import type { Ports } from '../ports.ts';
import type { ProcessParts } from './routes.ts';
import type { Services } from './services.ts';

/** How callers are identified, over HTTP and sockets. */
export interface Callers {
  readonly rules: TokenRules;
  readonly tokens: TokenVerifier;
  readonly binding: SenderBinding;
  readonly authenticate: Authenticate;
  readonly identify: Identify;
  readonly refused: CredentialRefused;
}

type CallerServices = Services & Pick<Ports, 'senderBinding'>;

/** @param keys the keys that verify tokens */
export function createCallers({ config, runtime, url }: ProcessParts, services: CallerServices, keys: KeySet): Callers {
  const { clock, logger } = runtime;
  const { credentialRefused: refused, senderBinding: binding } = services;
  const rules: TokenRules = { ...config.auth, issuer: config.auth.issuer ?? url };
  const tokens = new TokenVerifier(rules, keys, tenantsOf(services), clock);
  const authenticate = authenticateWith({ tokens, binding, refused, logger });
  const identify = identifyWith({ authenticate, binding });
  return { rules, tokens, binding, authenticate, identify, refused };
}

function tenantsOf({ database, partnerRestrictions }: Services): Tenants {
  return { find: (id) => findPartner(database, id), restrictionsOf: (id) => partnerRestrictions.of(id) };
}
