import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { makeKeyPair, privateKeyOf } from './ed25519.value.ts';
import { FIND_SIGNING_KEYS, MAKE_FIRST_KEYS, type SigningKeyRow } from './signing-key.rows.ts';

/** Keys that are kept ready at most; beyond that all are forgotten, and opened again as they are used. */
const KEYS_MAX = 1_000;

export interface PartnerKeysOptions {
  readonly secrets: SecretBox;
  readonly random: Random;
  readonly clock: Clock;
}

/** The key of a partner that signs now. */
export interface SigningPair {
  readonly publicKey: string;
  readonly setId: string;
  readonly key: () => KeyObject;
}

/** The keys that sign for partners. They are made when one is wanted first. */
export class PartnerKeys {
  private readonly opened = new Map<string, KeyObject>();
  private readonly options: PartnerKeysOptions;

  constructor(options: PartnerKeysOptions) {
    this.options = options;
  }

  /** The current keys of partners. Opening one throws where SECRETS_KEY has no passphrase that does. */
  async currentOf(sql: Sql, partnerIds: readonly string[]): Promise<ReadonlyMap<string, SigningPair>> {
    const found = currentIn(await sql.run(FIND_SIGNING_KEYS, [partnerIds]));
    const missing = partnerIds.filter((partnerId) => !found.has(partnerId));
    for (const partnerId of missing) await sql.run(MAKE_FIRST_KEYS, this.firstKeys(partnerId));
    const made = missing.length === 0 ? [] : await sql.run(FIND_SIGNING_KEYS, [missing]);
    return new Map([...found, ...currentIn(made)].map(([partnerId, row]) => [partnerId, this.pairOf(row)]));
  }

  private pairOf(row: SigningKeyRow): SigningPair {
    const { publicKey, setId } = row;
    return { publicKey, setId, key: () => this.keyOf(row) };
  }

  private keyOf({ id, publicKey, sealedKey }: SigningKeyRow): KeyObject {
    const known = this.opened.get(id);
    if (known !== undefined) return known;
    const key = privateKeyOf({ publicKey, privateKey: this.options.secrets.open(sealedKey, placeOfKey(id)) });
    if (this.opened.size >= KEYS_MAX) this.opened.clear();
    this.opened.set(id, key);
    return key;
  }

  private firstKeys(partnerId: string): readonly string[] {
    const { secrets, random, clock } = this.options;
    const now = clock.now();
    const ids = [random.timeOrderedUuid(now), random.timeOrderedUuid(now)];
    const keys = ids.flatMap((id) => {
      const { publicKey, privateKey } = makeKeyPair();
      return [publicKey, secrets.seal(privateKey, placeOfKey(id))];
    });
    return [...ids, partnerId, random.uuid(), ...keys, now.toISOString()];
  }
}

/** What a key is sealed for: it opens in no other row. */
export function placeOfKey(id: string): string {
  return `signing key ${id}`;
}

function currentIn(rows: readonly SigningKeyRow[]): Map<string, SigningKeyRow> {
  const signing = rows.filter(({ signsFrom }) => signsFrom !== null);
  // The newest is the first of each partner.
  return new Map(signing.toReversed().map((row) => [row.partnerId, row]));
}
