/** What is measured: so many subscribers, spread over so many partners. */
export interface Scene {
  readonly subscribers: number;
  readonly partners: number;
}

export interface LiveOptions {
  readonly scenes: readonly Scene[];
  /** Events a second over all partners. */
  readonly eventsPerSecond: number;
  /** Subscriptions that share one socket. */
  readonly perSocket: number;
}
