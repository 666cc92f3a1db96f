import { HandledIds, idsUntil } from './handled-ids.ts';
import { compareSequences, isSequence, placeOf } from './sequence.ts';
import type { WebhookMessage } from './webhook-message.ts';

/** How a receiver must treat a delivery. */
export type Verdict =
  /** Handle it, then `ack` it. */
  | 'NEW'
  /** It was handled before: respond with 2xx and do nothing. */
  | 'DUPLICATE'
  /** It is being handled: do not respond with 2xx, so that it is retried if that fails. */
  | 'UNDER_WAY';

/** A range in which messages are missing: certainly the one at `to`, and possibly others from `from` on. */
export interface Gap {
  readonly from: string;
  readonly to: string;
}

/** The last ids that were handled, and the greatest one that is no longer kept. */
export interface KeptIds {
  readonly last: readonly string[];
  readonly forgotten: string;
}

/** What is known of a configuration's messages; store it together with what they have changed. */
export interface TrackerState {
  /** Every message up to this sequence was handled; null if there was none yet. */
  readonly through: string | null;
  /** Sequences that were handled beyond it, each with that of the previous message. */
  readonly beyond: readonly (readonly [string, string | null | undefined])[];
  /** Ranges of the log that a restore of the gateway lost after their messages were handled. */
  readonly lost: readonly Gap[];
  /** Ids of the messages that were handled last; absent if none were kept. */
  readonly ids?: KeptIds;
}

export interface TrackerOptions {
  /** How many ids are kept: at least as many as messages arrive within ten minutes. */
  readonly idsMax?: number;
}

const NOTHING: TrackerState = { through: null, beyond: [], lost: [], ids: { last: [], forgotten: '' } };
const IDS_MAX = 1_000;

/**
 * Tracks which messages of one configuration were handled, by their ids, and which are missing: each names the previous
 * one, so a receiver without that message sees the gap. Sequences are not signed: they decide whether a message was
 * handled only if its id may have been forgotten. The state is small: the last ids, and one sequence once nothing is
 * missing.
 */
export class MessageTracker {
  #through: string | null;
  readonly #beyond = new Map<string, string | null | undefined>();
  /** Sequences of `#beyond`, by that of the previous message: several if a restore set the log back. */
  readonly #following = new Map<string, string[]>();
  readonly #lost: Gap[];
  /** Sequences of the messages that are being handled, by id. */
  readonly #underWay = new Map<string, string | undefined>();
  readonly #ids: HandledIds;
  #newest: string | undefined;

  /**
   * @param state the stored `state`, or `{ through, beyond: [], lost: [] }` to start at a sequence, such as the
   *   `lastSequence` of the configuration
   */
  constructor(state: TrackerState = NOTHING, { idsMax = IDS_MAX }: TrackerOptions = {}) {
    // Earlier versions accepted texts that are not sequences.
    this.#through = state.through !== null && isSequence(state.through) ? state.through : null;
    this.#lost = [...state.lost];
    this.#ids = new HandledIds(state.ids ?? idsUntil(Date.now()), idsMax);
    const ordered = state.beyond.filter((place) => place.every((one) => one == null || isSequence(one)));
    for (const [sequence, previous] of ordered) this.#keep(sequence, previous);
  }

  /** Store it in the transaction that handles a message, and pass it to the constructor after a restart. */
  get state(): TrackerState {
    return { through: this.#through, beyond: [...this.#beyond], lost: [...this.#lost], ids: this.#ids.kept };
  }

  /** Returns how to treat a delivery; a NEW one is under way until `ack` or `release`. */
  take(message: WebhookMessage): Verdict {
    const { id, sequence } = message;
    if (this.#underWay.has(id)) return 'UNDER_WAY';
    if (this.#isDone(message)) {
      this.#ids.add(id);
      return 'DUPLICATE';
    }
    this.#underWay.set(id, sequence);
    return 'NEW';
  }

  /** Marks a message as handled: it is never missing, and never new again. */
  ack(message: WebhookMessage): void {
    const { id, sequence, previous } = message;
    this.#underWay.delete(id);
    this.#ids.add(id);
    if (sequence === undefined || this.#isHandled(sequence)) return;
    this.#keep(sequence, previous);
    if (previous == null || this.#isThrough(previous)) this.#advance(sequence);
  }

  /** Marks a message as not handled: it is new again when it is resent. */
  release(message: WebhookMessage): void {
    this.#underWay.delete(message.id);
  }

  /** Reports the newest message, `lastSequence` of the configuration, so that a missing last one is found too. */
  expect(lastSequence: string): void {
    if (this.#newest === undefined || compareSequences(lastSequence, this.#newest) > 0) this.#newest = lastSequence;
  }

  /** Returns the current gaps, oldest first. Resend them and call it again, since each message names another one. */
  gaps(): readonly Gap[] {
    const named = [...this.#beyond.values(), this.#newest];
    const missing = new Set(named.filter((one) => one != null && !this.#isKnown(one)));
    const known = [...this.#beyond.keys()].toSorted(compareSequences);
    let [nth, before] = [0, this.#through];
    return [...missing]
      .flatMap((one) => one ?? [])
      .toSorted(compareSequences)
      .map((to) => {
        for (let next = known[nth]; next !== undefined && compareSequences(next, to) < 0; next = known[++nth])
          before = next;
        return { from: afterOf(before, to), to };
      });
  }

  #isKnown(sequence: string): boolean {
    return this.#isHandled(sequence) || [...this.#underWay.values()].includes(sequence);
  }

  /** Messages that name no previous one, such as pings and old ones, are recognised only by their ids. */
  #isDone({ id, sequence, previous }: WebhookMessage): boolean {
    if (this.#ids.has(id)) return true;
    if (sequence === undefined || previous === undefined) return false;
    return this.#ids.mayBeForgotten(id) && this.#isHandled(sequence);
  }

  #isHandled(sequence: string): boolean {
    return this.#beyond.has(sequence) || this.#isThrough(sequence);
  }

  #isThrough(sequence: string): boolean {
    return this.#through !== null && compareSequences(sequence, this.#through) <= 0;
  }

  #keep(sequence: string, previous: string | null | undefined): void {
    this.#beyond.set(sequence, previous);
    if (previous != null) this.#following.set(previous, [...(this.#following.get(previous) ?? []), sequence]);
  }

  /** Advances from a message before which nothing is missing, up to the next gap. */
  #advance(first: string): void {
    const ready = [first];
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
      const previous = this.#beyond.get(next);
      if (this.#through !== null && previous !== this.#through) this.#noteLost(previous ?? null, next);
      this.#forget(next);
      this.#through = next;
      ready.push(...(this.#following.get(next) ?? []));
      this.#following.delete(next);
      ready.sort((one, other) => compareSequences(other, one));
    }
  }

  /** If a message of a later epoch follows an earlier one than expected, what was handled after that one is lost. */
  #noteLost(previous: string | null, next: string): void {
    const through = this.#through;
    if (through === null || placeOf(next).epoch === placeOf(through).epoch) return;
    const abandoned = [...this.#beyond.keys()].filter((one) => compareSequences(one, next) < 0);
    const to = [through, ...abandoned].toSorted(compareSequences).at(-1) ?? through;
    this.#lost.push({ from: afterOf(previous, to), to });
    for (const one of abandoned) this.#forget(one);
  }

  #forget(sequence: string): void {
    this.#beyond.delete(sequence);
  }
}

/** Returns the sequence after `before`, in the epoch of `to`; its position is 1 if a restore restarted positions. */
function afterOf(before: string | null, to: string): string {
  const { epoch, position } = placeOf(to);
  const first = before === null ? 1 : placeOf(before).position + 1;
  return `${epoch}.${first <= position ? first : 1}`;
}
