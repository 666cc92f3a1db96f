/** Signals that a process can send to all processes, itself included. */
export const WakeUp = {
  /** Something waits for its position in a log: for processes that assign positions. */
  RECORDED: 'recorded',
  /** A log has grown: for processes that read it. */
  MOVED: 'moved',
  /** Messages have changed: for processes that show them. */
  CHANGED: 'changed',
} as const;
export type WakeUp = (typeof WakeUp)[keyof typeof WakeUp];
