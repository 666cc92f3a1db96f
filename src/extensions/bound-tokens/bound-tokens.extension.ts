import { extension } from '../../extension.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { SenderBinding } from '../../platform/auth/sender-binding.port.ts';
import type { Database } from '../../platform/database/database.ts';
import type { RateLimit } from '../../platform/limits/partner-rates.ts';
import { boundTokensCapability } from './bound-tokens.capability.ts';
import { DpopNonces } from './dpop-nonces.ts';
import { DpopProofs } from './dpop-proofs.ts';
import { requireBoundTokens } from './require-bound-tokens-command.ts';
import { SenderCheck } from './sender-check.ts';
import { Senders, type SendersOptions } from './senders.ts';
import { spendProofsIn } from './spent-proofs.rows.ts';

interface Core {
  readonly clock: Clock;
  readonly database: Database;
  readonly installation: { readonly secret: string };
  readonly bindingSettings: SendersOptions & {
    /** Requests of a partner; undefined: unlimited. */
    readonly rate: RateLimit | undefined;
  };
}

/** Tokens that are bound to a key (DPoP) or a client certificate (mutual TLS) of their sender. */
export const boundTokens = extension<Core, { readonly senderBinding: SenderBinding }>({
  name: 'bound-tokens',
  capabilities: [boundTokensCapability],
  commands: { 'require-bound-tokens': requireBoundTokens },
  open: (core) => ({ senderBinding: senderBinding(core) }),
  ports: ({ senderBinding: binding }) => ({ senderBinding: binding }),
});

function senderBinding({ clock, database, installation, bindingSettings }: Core): SenderBinding {
  const nonces = new DpopNonces(installation.secret, clock);
  const proofs = new DpopProofs({ clock, nonces, spend: spendProofsIn(database) });
  const senders = new Senders(bindingSettings);
  const check = new SenderCheck({ proofs, rate: bindingSettings.rate });
  return {
    senderOf: (request) => senders.of(request),
    nonce: () => nonces.newest,
    check: (shown, sender) => check.check(shown, sender),
    // The key of a proof (RFC 9449, 5), else the client certificate (RFC 8705, 3).
    async bind(sender) {
      if (sender.proof !== undefined) return { jkt: await proofs.keyOf(sender) };
      return sender.certificate === undefined ? undefined : { 'x5t#S256': sender.certificate };
    },
  };
}
