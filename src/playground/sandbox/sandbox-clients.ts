import { createHmac } from 'node:crypto';
import { SANDBOX_PARTNERS, type SandboxPartner } from '../sandbox-world/sandbox-world.ts';
import type { SigningKey } from './signing-key.ts';

/** A client of the sandbox issuer. */
export interface SandboxClient {
  readonly id: string;
  readonly secret: string;
  readonly partner: SandboxPartner;
}

/**
 * Returns one client for each partner of the sandbox. If only this machine can reach the gateway, their secrets are
 * those of the documentation. Otherwise they are derived from the signing key: they cannot be guessed, and all
 * processes with that key have the same ones.
 */
export function sandboxClients({ privateText }: SigningKey, isReachable: boolean): readonly SandboxClient[] {
  return SANDBOX_PARTNERS.map((partner) => {
    const id = partner.clientId;
    const derived = () => createHmac('sha256', privateText).update(`client secret of ${id}`).digest('base64url');
    return { id, partner, secret: isReachable ? derived() : `${id}-secret` };
  });
}
