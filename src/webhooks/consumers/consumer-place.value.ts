/** Start position of a consumer. */
export const ConsumerStart = { NOW: 'NOW', OLDEST: 'OLDEST' } as const;
export type ConsumerStart = (typeof ConsumerStart)[keyof typeof ConsumerStart];

/** Where a consumer stands. */
export interface ConsumerPlace {
  /** All events up to this position of the log are acked. */
  readonly position: string;
  readonly epoch: number;
  /** The last of the partner's own positions up to there. */
  readonly partnerPosition: string;
  /** When the place was taken; null: it is that of an event. */
  readonly givenAt: string | null;
}

/** Where a consumer is wanted to stand: one of these, or none. */
export interface WantedPlace {
  readonly start?: ConsumerStart | null | undefined;
  /** A cursor of the log. */
  readonly after?: string | null | undefined;
  /** In RFC 3339. */
  readonly since?: string | null | undefined;
}

/** Finds the place of a consumer. */
export type FindPlace = (wanted: WantedPlace) => Promise<ConsumerPlace>;
