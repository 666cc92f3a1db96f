import { FairShares } from './fair-shares.ts';

/** What memory is held for. */
export const HeldFor = {
  /** Bodies that are read, until they are answered. */
  BODIES: 'bodies',
  /** Answers that their clients have not taken yet. */
  ANSWERS: 'answers',
  /** Subscriptions: their documents and variables. */
  OPERATIONS: 'operations',
  /** Results of subscriptions for members that join, or that are slow. */
  RESULTS: 'results',
} as const;
export type HeldFor = (typeof HeldFor)[keyof typeof HeldFor];

/** Unsent answers up to this size are accepted beyond the share of their owner, in bytes (ours): most answers are smaller. */
export const ANSWER_BYTES_FREE = 64 * 1024;

/**
 * The memory that a process holds for its callers, in one account: each may use half of what all others leave free, for
 * whatever it likes. A caller is a partner, or an address without a token.
 */
export class Ledger {
  readonly memoryBytes: number;
  private readonly memory: FairShares;
  private readonly bytes = new Map<HeldFor, number>(Object.values(HeldFor).map((what) => [what, 0]));

  constructor(memoryBytes: number) {
    this.memoryBytes = memoryBytes;
    this.memory = new FairShares(memoryBytes);
  }

  /** Bytes that are held now, for metrics. */
  get held(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.bytes);
  }

  /** Checks whether a caller may hold so much more. */
  mayHold(owner: string, bytes: number): boolean {
    return this.memory.mayTake(owner, bytes);
  }

  change(owner: string, what: HeldFor, bytes: number): void {
    if (bytes > 0) this.memory.take(owner, bytes);
    else this.memory.give(owner, -bytes);
    this.bytes.set(what, (this.bytes.get(what) ?? 0) + bytes);
  }
}

/** What one request, socket or subscription holds. */
export class Hold {
  private held = 0;
  private readonly ledger: Ledger;
  private readonly owner: string;
  private readonly what: HeldFor;

  constructor(ledger: Ledger, owner: string, what: HeldFor) {
    this.ledger = ledger;
    this.owner = owner;
    this.what = what;
  }

  get bytes(): number {
    return this.held;
  }

  mayTake(bytes: number): boolean {
    return this.ledger.mayHold(this.owner, bytes);
  }

  /** Holds so much more; returns false, and holds nothing more, if that is not the caller's share. */
  take(bytes: number): boolean {
    if (!this.mayTake(bytes)) return false;
    this.become(this.held + bytes);
    return true;
  }

  /** Holds so much from now on, whatever the share. */
  become(bytes: number): void {
    if (bytes === this.held) return;
    this.ledger.change(this.owner, this.what, bytes - this.held);
    this.held = bytes;
  }

  /** Releases all. */
  readonly release = (): void => {
    this.become(0);
  };
}
