/**
 * Encrypts what is stored and must be read again.
 * @packageDocumentation
 */

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
/** Enforced at decryption: otherwise a truncated tag would be accepted, and it could be guessed. */
const TAG_BYTES = 16;
/** Length of a key's name in a sealed text, in characters. */
const KEY_NAME_LENGTH = 8;

interface BoxKey {
  readonly name: string;
  readonly key: Buffer;
}

/**
 * Encrypts secrets at rest: AES-256-GCM with a key derived from a passphrase. The first passphrase seals, all of them
 * open, so that it can be changed while texts of the previous one still exist.
 */
export class SecretBox {
  private readonly sealing: BoxKey;
  private readonly keys: readonly BoxKey[];

  /** @throws Error without a passphrase */
  constructor(passphrases: readonly string[]) {
    this.keys = passphrases.map(boxKey);
    const [sealing] = this.keys;
    if (sealing === undefined) throw new Error('A secret box needs a passphrase.');
    this.sealing = sealing;
  }

  /** Encrypts `secret` for one place, such as the id of its row: moved to another row it cannot be decrypted. */
  seal(secret: string, place: string): string {
    const { name, key } = this.sealing;
    // A nonce must never repeat under one key: it does not come from the injected source, which tests can repeat.
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return [name, nonce, cipher.getAuthTag(), sealed].map(textOf).join('.');
  }

  /** @throws Error if the text was not sealed for this place, or with none of the passphrases */
  open(text: string, place: string): string {
    const [name, nonce = '', tag = '', sealed = ''] = text.split('.');
    const key = this.keys.find((known) => known.name === name)?.key;
    if (key === undefined)
      throw new Error('A stored secret is encrypted with a passphrase that SECRETS_KEY lacks: add it.');
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(place))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return decipher.update(sealed, 'base64url', 'utf8') + decipher.final('utf8');
  }

  /**
   * Returns the secret sealed with the first passphrase; undefined if it already is.
   * @throws Error if the text was not sealed for this place, or with none of the passphrases
   */
  reseal(text: string, place: string): string | undefined {
    const secret = this.open(text, place);
    return text.startsWith(`${this.sealing.name}.`) ? undefined : this.seal(secret, place);
  }
}

function boxKey(passphrase: string): BoxKey {
  const key = Buffer.from(hkdfSync('sha256', passphrase, '', 'webhook secrets', KEY_BYTES));
  return { key, name: createHash('sha256').update(key).digest('base64url').slice(0, KEY_NAME_LENGTH) };
}

function textOf(part: string | Buffer): string {
  return typeof part === 'string' ? part : part.toString('base64url');
}
