import type { Logger } from './logger.ts';

/** Lines with the same message are at least so far apart, in milliseconds. */
const APART_MS = 60_000;

interface LastLine {
  readonly at: number;
  /** How often the message was left out since. */
  leftOut: number;
}

const lastLines = new WeakMap<Logger, Map<string, LastLine>>();

/**
 * Logs what may happen to every request at once, such as an outage: a message at most once a minute, with how often it
 * was left out.
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
