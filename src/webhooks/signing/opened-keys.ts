import type { KeyObject } from 'node:crypto';

/** Maximum number of cached keys; beyond it the cache is cleared, and keys are opened again when used. */
const KEYS_MAX = 1_000;

/** A cache of opened keys by name: opening a key takes longer than signing with it. */
export class OpenedKeys {
  private readonly keys = new Map<string, KeyObject>();

  get(name: string): KeyObject | undefined {
    return this.keys.get(name);
  }

  /** Returns the key of a name, and opens it if it is not cached. */
  getOrOpen(name: string, open: () => KeyObject): KeyObject {
    const known = this.keys.get(name);
    if (known !== undefined) return known;
    const key = open();
    if (this.keys.size >= KEYS_MAX) this.keys.clear();
    this.keys.set(name, key);
    return key;
  }
}
