/** What is measured: a number of subscribers, spread over a number of partners. */
export interface Scene {
  readonly subscribers: number;
  readonly partners: number;
}

export interface LiveOptions {
  readonly scenes: readonly Scene[];
  /** Events per second over all partners. */
  readonly eventsPerSecond: number;
  /** Subscriptions that share one socket. */
  readonly perSocket: number;
}
