import { createSecretKey, type KeyObject } from 'node:crypto';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { OpenedKeys } from './opened-keys.ts';
import { signingKeyOf } from './signing-secret.value.ts';

/** Opens sealed signing secrets, and caches their keys. */
export class SecretKeys {
  private readonly keys = new OpenedKeys();
  private readonly secrets: SecretBox;

  constructor(secrets: SecretBox) {
    this.secrets = secrets;
  }

  /**
   * The key of `authorization: hmac`: the text of the secret.
   * @throws Error if the secret was sealed for another configuration, or with an unknown passphrase
   */
  textKeyOf(sealed: string, configurationId: string): KeyObject {
    return this.keys.getOrOpen(`text ${configurationId} ${sealed}`, () =>
      createSecretKey(Buffer.from(this.secrets.open(sealed, configurationId))),
    );
  }

  /** @throws Error if the secret was sealed for another configuration, or with an unknown passphrase */
  keyOf(sealed: string, configurationId: string): KeyObject {
    return this.keys.getOrOpen(`${configurationId} ${sealed}`, () =>
      createSecretKey(signingKeyOf(this.secrets.open(sealed, configurationId))),
    );
  }
}
