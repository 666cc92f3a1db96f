import type { Work } from './loops.ts';

/** Wakes up work of this process by its name. Callers are created before the work; until it exists, they do nothing. */
export class LocalWakes {
  private readonly pokes = new Map<string, () => void>();

  /** Returns a function that wakes it up. */
  of(name: string): () => void {
    return () => this.pokes.get(name)?.();
  }

  add({ name, worker }: Pick<Work, 'name' | 'worker'>): void {
    if (worker.poke !== undefined) this.pokes.set(name, worker.poke);
  }
}
