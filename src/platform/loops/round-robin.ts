/** Waiting items, taken in rounds: one of each owner. */
export class RoundRobin<Item> {
  private readonly waiting = new Map<string, Item[]>();

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  put(owner: string, item: Item): void {
    const own = this.waiting.get(owner);
    if (own === undefined) this.waiting.set(owner, [item]);
    else own.push(item);
  }

  /** Removes the first item of the owner that has waited longest since its last one. */
  take(): Item | undefined {
    const [next] = this.waiting;
    if (next === undefined) return undefined;
    const [owner, own] = next;
    const item = own.shift();
    this.waiting.delete(owner);
    if (own.length > 0) this.waiting.set(owner, own);
    return item;
  }
}
