import type { KeptIds } from './tracker.ts';

/** Hex digits of the timestamp in milliseconds that the gateway's ids begin with (UUID of version 7). */
const TIME_DIGITS = 12;
const HEX = 16;

/** The ids of handled messages. For an id greater than all forgotten ones, it is certain whether it was handled. */
export class HandledIds {
  readonly #ids: Set<string>;
  #forgotten: string;
  readonly #max: number;

  constructor({ last, forgotten }: KeptIds, max: number) {
    this.#max = max;
    this.#ids = new Set(last);
    this.#forgotten = forgotten;
  }

  get kept(): KeptIds {
    return { last: [...this.#ids], forgotten: this.#forgotten };
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Checks whether an id may have been handled and forgotten. */
  mayBeForgotten(id: string): boolean {
    return id <= this.#forgotten;
  }

  /** Adds an id as the newest, also if it is known: for some minutes anyone can replay the message. */
  add(id: string): void {
    this.#ids.delete(id);
    this.#ids.add(id);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= this.#max) return;
      this.#ids.delete(oldest);
      if (oldest > this.#forgotten) this.#forgotten = oldest;
    }
  }
}

/** Returns the ids of a receiver that handled messages but kept none: it may have handled any made until now. */
export function idsUntil(now: number): KeptIds {
  const digits = now.toString(HEX).padStart(TIME_DIGITS, '0');
  return { last: [], forgotten: `${digits.slice(0, 8)}-${digits.slice(8)}-8` };
}
