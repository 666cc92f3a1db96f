import { createSecretKey, type KeyObject } from 'node:crypto';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { signingKeyOf } from './signing-secret.value.ts';

/** Keys that are kept ready at most; beyond that all are forgotten, and opened again as they are used. */
const KEYS_MAX = 1_000;

/** Opens sealed signing secrets, and keeps the keys ready: opening one takes longer than signing with it. */
export class SecretKeys {
  private readonly keys = new Map<string, KeyObject>();
  private readonly secrets: SecretBox;

  constructor(secrets: SecretBox) {
    this.secrets = secrets;
  }

  /** @throws Error when the secret was not sealed for this configuration, or by none of the passphrases */
  keyOf(sealed: string, configurationId: string): KeyObject {
    const name = `${configurationId} ${sealed}`;
    const known = this.keys.get(name);
    if (known !== undefined) return known;
    const key = createSecretKey(signingKeyOf(this.secrets.open(sealed, configurationId)));
    if (this.keys.size >= KEYS_MAX) this.keys.clear();
    this.keys.set(name, key);
    return key;
  }
}
