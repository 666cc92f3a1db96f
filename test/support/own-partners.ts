import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { systemClock, systemRandom } from '../../src/platform/system.ts';
import { SANDBOX_PARTNERS } from '../../src/playground/sandbox-world/sandbox-world.ts';
import { createPartner } from '../../src/playground/sandbox-world/seed-sandbox.ts';
import type { SigningKey } from '../../src/playground/sandbox/signing-key.ts';
import type { App } from '../../src/app.ts';

/** The claim of a sandbox token that names its partner. */
const PARTNER_CLAIM = 'partner_id';
/** Age of these partners, in milliseconds: as old as the sandbox world. */
const AGE_MS = 365 * 86_400_000;

/**
 * Partners of one test file: copies of those of the sandbox world, with the same account numbers and holders, but no
 * history. They are isolated from those of other files only as partners are from each other.
 */
export class OwnPartners {
  private readonly nth: number;
  private readonly key: SigningKey;

  private constructor(nth: number, key: SigningKey) {
    this.nth = nth;
    this.key = key;
  }

  /** @param key that of the sandbox issuer, which has no clients for them */
  static async make({ database }: App, nth: number, key: SigningKey): Promise<OwnPartners> {
    const partners = new OwnPartners(nth, key);
    const createdAt = new Date(systemClock.now().getTime() - AGE_MS);
    await database.entityManager.fork().transactional((em) => {
      for (const partner of SANDBOX_PARTNERS)
        createPartner(em, { ...partner, id: partners.idOf(partner.id) }, systemRandom, createdAt);
      return Promise.resolve();
    });
    return partners;
  }

  /** Returns the id of the copy of a partner of the sandbox world. */
  idOf(partnerId: string): string {
    return `${partnerId}_${this.nth}`;
  }

  /** Returns a token with the claims of a sandbox client's, but for the copy of its partner. */
  tokenOf(token: string): Promise<string> {
    const { alg = '', ...header } = decodeProtectedHeader(token);
    const claims = decodeJwt(token);
    return new SignJWT({ ...claims, [PARTNER_CLAIM]: this.idOf(String(claims[PARTNER_CLAIM])) })
      .setProtectedHeader({ ...header, alg })
      .sign(this.key.privateKey);
  }
}
