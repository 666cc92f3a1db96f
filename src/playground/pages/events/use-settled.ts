import { useEffect, useState } from 'react';

/** How soon after a change the gateway is asked again, and at least so long between two times, in milliseconds. */
const SETTLED_MS = 1_000;

/** Returns a number that follows another one, but changes at most once a second. */
export function useSettled(changes: number): number {
  const [settled, setSettled] = useState(changes);
  const isWaiting = settled !== changes;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      setSettled(changes);
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
    };
    // The first of several changes decides when.
  }, [isWaiting]);
  return settled;
}
