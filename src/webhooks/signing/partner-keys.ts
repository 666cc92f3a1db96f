import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import { makeKeyPair, privateKeyOf } from './ed25519.value.ts';
import { OpenedKeys } from './opened-keys.ts';
import { FIND_SIGNING_KEY, FIND_SIGNING_KEYS, MAKE_FIRST_KEYS, type SigningKeyRow } from './signing-key.rows.ts';

export interface PartnerKeysOptions {
  readonly secrets: SecretBox;
  readonly random: Random;
  readonly clock: Clock;
}

/** A key pair of a partner. */
export interface SigningPair extends Pick<SigningKeyRow, 'publicKey' | 'setId' | 'publishedAt' | 'signsUntil'> {
  readonly key: () => KeyObject;
}

/** All keys of a partner. */
export interface KeySetOfPartner {
  readonly next: SigningPair;
  readonly current: SigningPair;
  /** Newest first. */
  readonly previous: readonly SigningPair[];
}

/** A new key pair, as it is stored. */
export interface NewKey {
  readonly id: string;
  readonly publicKey: string;
  readonly sealedKey: string;
}

/** The signing keys of partners, which are created on first use. */
export class PartnerKeys {
  private readonly opened = new OpenedKeys();
  private readonly options: PartnerKeysOptions;

  constructor(options: PartnerKeysOptions) {
    this.options = options;
  }

  /** Returns the current keys of partners. Opening one throws if no passphrase of SECRETS_KEY decrypts it. */
  async currentOf(sql: Sql, partnerIds: readonly string[]): Promise<ReadonlyMap<string, SigningPair>> {
    const rows = await this.rowsOf(sql, partnerIds);
    return new Map([...currentIn(rows)].map(([partnerId, row]) => [partnerId, this.pairOf(row)]));
  }

  /** Returns the keys of a partner, and creates them if it has none. */
  async setOf(sql: Sql, partnerId: string): Promise<KeySetOfPartner> {
    const rows = await this.rowsOf(sql, [partnerId]);
    const [next, current, ...previous] = rows.map((row) => this.pairOf(row));
    if (next === undefined || current === undefined) throw new Error('A partner has no keys though some were made.');
    return { next, current, previous };
  }

  /** Returns a key by its id: read once, then cached. */
  async signer(sql: Sql, id: string): Promise<KeyObject> {
    const known = this.opened.get(id);
    if (known !== undefined) return known;
    const [row] = await sql.run(FIND_SIGNING_KEY, [id]);
    if (row === undefined) throw new Error(`The signing key ${id} is gone.`);
    return this.keyOf(row);
  }

  /** Creates a key pair with a sealed private key. */
  makeKey(now: Date): NewKey {
    const { secrets, random } = this.options;
    const id = random.timeOrderedUuid(now);
    const { publicKey, privateKey } = makeKeyPair();
    return { id, publicKey, sealedKey: secrets.seal(privateKey, placeOfKey(id)) };
  }

  private async rowsOf(sql: Sql, partnerIds: readonly string[]): Promise<readonly SigningKeyRow[]> {
    const found = await sql.run(FIND_SIGNING_KEYS, [partnerIds]);
    const known = currentIn(found);
    const missing = partnerIds.filter((partnerId) => !known.has(partnerId));
    if (missing.length === 0) return found;
    for (const partnerId of missing) await sql.run(MAKE_FIRST_KEYS, this.firstKeys(partnerId));
    return [...found, ...(await sql.run(FIND_SIGNING_KEYS, [missing]))];
  }

  private pairOf(row: SigningKeyRow): SigningPair {
    const { publicKey, setId, publishedAt, signsUntil } = row;
    return { publicKey, setId, publishedAt, signsUntil, key: () => this.keyOf(row) };
  }

  private keyOf({ id, publicKey, sealedKey }: SigningKeyRow): KeyObject {
    return this.opened.getOrOpen(id, () =>
      privateKeyOf({ publicKey, privateKey: this.options.secrets.open(sealedKey, placeOfKey(id)) }),
    );
  }

  private firstKeys(partnerId: string) {
    const { random, clock } = this.options;
    const now = clock.now();
    const [next, current] = [this.makeKey(now), this.makeKey(now)];
    const ids = [next.id, current.id, partnerId, random.uuid()] as const;
    return [...ids, next.publicKey, next.sealedKey, current.publicKey, current.sealedKey, now] as const;
  }
}

/** Returns the keys that sign at an instant: the current one, and previous ones for a while. */
export function keysSigningAt({ current, previous }: KeySetOfPartner, at: Date): readonly SigningPair[] {
  const along = previous.filter(({ signsUntil }) => signsUntil !== null && at < instantOf(signsUntil));
  return [current, ...along];
}

/** The place for which a key is sealed: it cannot be opened in another row. */
export function placeOfKey(id: string): string {
  return `signing key ${id}`;
}

function currentIn(rows: readonly SigningKeyRow[]): Map<string, SigningKeyRow> {
  const signing = rows.filter(({ signsFrom }) => signsFrom !== null);
  // Reversed, so that the first row of each partner, the newest, wins.
  return new Map(signing.toReversed().map((row) => [row.partnerId, row]));
}
