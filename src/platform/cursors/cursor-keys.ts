import type { Sql } from '../database/database.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { CursorSeal } from './cursor-seal.ts';
import type { CursorRing, CursorScope, DecodedCursor } from './cursor-codec.ts';
import { CursorKeysAreSealed, LIST_CURSOR_KEYS, placeOfKey, type CursorKeyRow } from './cursor-key.rows.ts';
import { OpenCursors } from './open-cursors.ts';

/** How often processes look for new keys, in milliseconds: far less than the time from a key's creation to its use. */
export const CURSOR_KEYS_REST_MS = 5_000;

/** The cursor keys as of the last look: no request reads them from the database. */
export class CursorKeys implements CursorRing {
  private readonly sql: Sql;
  private readonly secrets: SecretBox;
  private readonly open: OpenCursors;
  private current: CursorSeal | undefined;
  private keys: ReadonlyMap<number, CursorSeal | 'closed'> = new Map();
  private takesOpen = false;

  /** @param openKey the secret by which unencrypted cursors were tagged */
  constructor(sql: Sql, secrets: SecretBox, openKey: string) {
    this.sql = sql;
    this.secrets = secrets;
    this.open = new OpenCursors(openKey);
  }

  get sealing(): CursorSeal {
    if (this.current === undefined) throw new Error('The cursor keys are not loaded yet.');
    return this.current;
  }

  keyOf(id: number): CursorSeal | 'closed' | undefined {
    return this.keys.get(id);
  }

  decodeOpen(scope: CursorScope, cursor: string): DecodedCursor {
    const values = this.open.decode(scope, cursor);
    return values === undefined || this.takesOpen ? values : 'expired';
  }

  /** Loads the keys. @throws EnvironmentError if none seals, or SECRETS_KEY does not decrypt one */
  async look(): Promise<void> {
    const rows = await this.sql.run(LIST_CURSOR_KEYS, []);
    const keys = new Map(rows.map((row) => [row.id, this.sealOf(row)]));
    const sealing = rows.findLast(({ isSealing }) => isSealing);
    const current = sealing && keys.get(sealing.id);
    if (sealing === undefined || current === undefined || current === 'closed')
      throw new CursorKeysAreSealed('No cursor key can be used: start a process that is allowed to migrate.');
    this.keys = keys;
    this.current = current;
    this.takesOpen = sealing.takesOpen;
  }

  private sealOf({ id, sealedKey }: CursorKeyRow): CursorSeal | 'closed' {
    if (sealedKey === null) return 'closed';
    const known = this.keys.get(id);
    // Ids are reused only once no cursor of the previous key opens.
    if (known instanceof CursorSeal) return known;
    try {
      return new CursorSeal(id, this.secrets.open(sealedKey, placeOfKey(id)));
    } catch (error) {
      const message = 'The cursor keys are encrypted with a passphrase that SECRETS_KEY lacks: add it.';
      throw new CursorKeysAreSealed(message, { cause: error });
    }
  }
}
