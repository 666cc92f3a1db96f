import type { Logger } from './logger.ts';

/** Shortest time between two lines with the same message, in milliseconds. */
const APART_MS = 60_000;

interface LastLine {
  readonly at: number;
  /** How often the message has been suppressed since. */
  leftOut: number;
}

const lastLines = new WeakMap<Logger, Map<string, LastLine>>();

/**
 * Returns a function that logs what can happen to all requests, such as an outage: each message at most once a minute,
 * with the number of suppressed repetitions.
 */
export function throttledLog(logger: Logger, level: 'warn' | 'error', monotonicMs = () => performance.now()) {
  return (facts: object, message: string): void => {
    const lines = lastLines.get(logger) ?? new Map<string, LastLine>();
    lastLines.set(logger, lines);
    const last = lines.get(message);
    const now = monotonicMs();
    if (last !== undefined && now - last.at < APART_MS) {
      last.leftOut += 1;
      return;
    }
    lines.set(message, { at: now, leftOut: 0 });
    logger[level]({ ...facts, ...(last !== undefined && { leftOut: last.leftOut }) }, message);
  };
}
