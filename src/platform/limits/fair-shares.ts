import { slotsOf } from './free-slots.rules.ts';

/** Counts how much of a bounded resource each owner has taken. */
export class FairShares {
  private readonly byOwner = new Map<string, number>();
  private all = 0;
  private readonly max: number;

  constructor(max: number) {
    this.max = max;
  }

  get free(): number {
    return this.max - this.all;
  }

  get isUnused(): boolean {
    return this.all === 0;
  }

  get takenBy(): ReadonlyMap<string, number> {
    return this.byOwner;
  }

  mayTake(owner: string, amount: number): boolean {
    return amount <= slotsOf(owner, this);
  }

  take(owner: string, amount: number): void {
    this.all += amount;
    this.byOwner.set(owner, (this.byOwner.get(owner) ?? 0) + amount);
  }

  /** Releases what was taken. */
  give(owner: string, amount: number): void {
    this.all -= amount;
    const left = (this.byOwner.get(owner) ?? 0) - amount;
    if (left > 0) this.byOwner.set(owner, left);
    else this.byOwner.delete(owner);
  }
}
