/** A periodic action on each member of a set. */
export interface Chore<Member> {
  readonly everyMs: number;
  readonly tend: (member: Member) => void;
}

/** A set with periodic actions on its members. An empty set has no timers. */
export class TendedSet<Member> implements Iterable<Member> {
  private readonly members = new Set<Member>();
  private readonly chores: readonly Chore<Member>[];
  private timers: readonly NodeJS.Timeout[] = [];

  constructor(chores: readonly Chore<Member>[]) {
    this.chores = chores;
  }

  get size(): number {
    return this.members.size;
  }

  [Symbol.iterator](): Iterator<Member> {
    return this.members.values();
  }

  add(member: Member): void {
    this.members.add(member);
    if (this.timers.length > 0) return;
    this.timers = this.chores.map(({ everyMs, tend }) =>
      setInterval(() => {
        for (const one of this.members) tend(one);
      }, everyMs),
    );
  }

  delete(member: Member): void {
    this.members.delete(member);
    if (this.members.size === 0) this.rest();
  }

  /** Stops the timers until another member is added. */
  rest(): void {
    this.timers.forEach(clearInterval);
    this.timers = [];
  }
}
