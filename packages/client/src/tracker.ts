import { compareSequences, placeOf } from './sequence.ts';
import type { WebhookMessage } from './webhook-message.ts';

/** What a delivery is to its receiver. */
export type Verdict =
  /** Handle it, then `ack` it. */
  | 'NEW'
  /** It was handled before: answer 2xx and do nothing. */
  | 'DUPLICATE'
  /** It is being handled: answer otherwise, so that it is sent again should that fail. */
  | 'UNDER_WAY';

/** Where at least one message is missing: `to` is, and between `from` and it there may be more. */
export interface Gap {
  readonly from: string;
  readonly to: string;
}

/** What is known of a configuration's messages, to be kept with what they have changed. */
export interface TrackerState {
  /** Up to this sequence every message was handled; null: there was none yet. */
  readonly through: string | null;
  /** Sequences that were handled beyond it, with those of the messages before them. */
  readonly beyond: readonly (readonly [string, string | null | undefined])[];
  /** Parts of the log that a restore of the gateway has lost, although their messages were handled. */
  readonly lost: readonly Gap[];
}

const NOTHING: TrackerState = { through: null, beyond: [], lost: [] };

/** Ids that are kept of messages that name none before them, and are known by nothing else. */
const UNLINKED_MAX = 1_000;

/**
 * Knows which messages of one configuration were handled, and which are missing: each names the one before it, so that
 * a receiver without that message sees the gap. What it keeps is small: once nothing is missing, one sequence.
 */
export class MessageTracker {
  private through: string | null;
  private readonly beyond = new Map<string, string | null | undefined>();
  /** Of what is beyond, by the message before it: several where the log went back. */
  private readonly following = new Map<string, string[]>();
  private readonly lost: Gap[];
  private readonly underWay = new Set<string>();
  /** Ids of messages that name none before them: pings, and old ones. */
  private readonly unlinked = new Set<string>();
  private newest: string | undefined;

  /**
   * @param state what `state` gave; `{ through, beyond: [], lost: [] }` for who begins at a place, such as the
   *   `lastSequence` of the configuration
   */
  constructor(state: TrackerState = NOTHING) {
    this.through = state.through;
    this.lost = [...state.lost];
    for (const [sequence, previous] of state.beyond) this.keep(sequence, previous);
  }

  /** To be stored in the transaction that handles a message, and to begin with after a restart. */
  get state(): TrackerState {
    return { through: this.through, beyond: [...this.beyond], lost: [...this.lost] };
  }

  /** Says what a delivery is; a NEW one is under way from then on, until `ack` or `release`. */
  take(message: WebhookMessage): Verdict {
    const { id, sequence, previous } = message;
    const isDone = sequence === undefined || previous === undefined ? this.unlinked.has(id) : this.isHandled(sequence);
    if (isDone) return 'DUPLICATE';
    if (this.underWay.has(keyOf(message))) return 'UNDER_WAY';
    this.underWay.add(keyOf(message));
    return 'NEW';
  }

  /** The message was handled: it is never missing, and never new again. */
  ack(message: WebhookMessage): void {
    const { id, sequence, previous } = message;
    this.underWay.delete(keyOf(message));
    if (previous === undefined) this.remember(id);
    if (sequence === undefined || this.isHandled(sequence)) return;
    this.keep(sequence, previous);
    if (previous == null || this.isThrough(previous)) this.advance(sequence);
  }

  /** The message could not be handled: it is new when it is sent again. */
  release(message: WebhookMessage): void {
    this.underWay.delete(keyOf(message));
  }

  /** Reports the newest message that was made, `lastSequence` of the configuration: so the last one is missed too. */
  expect(lastSequence: string): void {
    if (this.newest === undefined || compareSequences(lastSequence, this.newest) > 0) this.newest = lastSequence;
  }

  /** Where messages are missing now, the oldest first: have them sent again, and ask again, since each names one more. */
  gaps(): readonly Gap[] {
    const named = [...this.beyond.values(), this.newest];
    const missing = new Set(named.filter((one) => one != null && !this.isKnown(one)));
    const known = [...this.beyond.keys()].toSorted(compareSequences);
    let [nth, before] = [0, this.through];
    return [...missing]
      .flatMap((one) => one ?? [])
      .toSorted(compareSequences)
      .map((to) => {
        for (let next = known[nth]; next !== undefined && compareSequences(next, to) < 0; next = known[++nth])
          before = next;
        return { from: afterOf(before, to), to };
      });
  }

  private isKnown(sequence: string): boolean {
    return this.isHandled(sequence) || this.underWay.has(sequence);
  }

  private isHandled(sequence: string): boolean {
    return this.beyond.has(sequence) || this.isThrough(sequence);
  }

  private isThrough(sequence: string): boolean {
    return this.through !== null && compareSequences(sequence, this.through) <= 0;
  }

  private keep(sequence: string, previous: string | null | undefined): void {
    this.beyond.set(sequence, previous);
    if (previous != null) this.following.set(previous, [...(this.following.get(previous) ?? []), sequence]);
  }

  /** Goes on from a message before which nothing is missing, up to the next gap. */
  private advance(first: string): void {
    const ready = [first];
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
      const previous = this.beyond.get(next);
      if (this.through !== null && previous !== this.through) this.noteLost(previous ?? null, next);
      this.forget(next);
      this.through = next;
      ready.push(...(this.following.get(next) ?? []));
      this.following.delete(next);
      ready.sort((one, other) => compareSequences(other, one));
    }
  }

  /** A message of a later epoch that follows an earlier one than expected: what was handled after that is lost there. */
  private noteLost(previous: string | null, next: string): void {
    const { through } = this;
    if (through === null || placeOf(next).epoch === placeOf(through).epoch) return;
    const abandoned = [...this.beyond.keys()].filter((one) => compareSequences(one, next) < 0);
    const to = [through, ...abandoned].toSorted(compareSequences).at(-1) ?? through;
    this.lost.push({ from: afterOf(previous, to), to });
    for (const one of abandoned) this.forget(one);
  }

  private forget(sequence: string): void {
    this.beyond.delete(sequence);
  }

  private remember(id: string): void {
    const [oldest] = this.unlinked;
    if (this.unlinked.size >= UNLINKED_MAX && oldest !== undefined) this.unlinked.delete(oldest);
    this.unlinked.add(id);
  }
}

/** By what a message is known while it is under way. */
function keyOf({ id, sequence }: WebhookMessage): string {
  return sequence ?? id;
}

/** The sequence after which nothing was missed, up to `to`: positions restart after a restore. */
function afterOf(before: string | null, to: string): string {
  const { epoch, position } = placeOf(to);
  const first = before === null ? 1 : placeOf(before).position + 1;
  return `${epoch}.${first <= position ? first : 1}`;
}
