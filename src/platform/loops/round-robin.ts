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

  /**
   * Removes the first item of the owner that has waited longest since its last one.
   * @param may whether it is an owner's turn; those that it passes over keep their place
   */
  take(may: (owner: string) => boolean = () => true): Item | undefined {
    for (const [owner, own] of this.waiting) {
      if (!may(owner)) continue;
      const item = own.shift();
      this.waiting.delete(owner);
      if (own.length > 0) this.waiting.set(owner, own);
      return item;
    }
    return undefined;
  }

  /** Removes an item that no longer waits. */
  remove(owner: string, item: Item): void {
    const left = (this.waiting.get(owner) ?? []).filter((one) => one !== item);
    if (left.length > 0) this.waiting.set(owner, left);
    else this.waiting.delete(owner);
  }
}
