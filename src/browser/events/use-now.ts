import { useSyncExternalStore } from 'react';

const EVERY_MS = 1_000;
let now = Date.now();

/** The time, moving on every second. */
export function useNow(): number {
  return useSyncExternalStore(follow, () => now);
}

function follow(listener: () => void): () => void {
  const timer = setInterval(() => {
    now = Date.now();
    listener();
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
  };
}
