/** Start position of a consumer. */
export const ConsumerStart = { NOW: 'NOW', OLDEST: 'OLDEST' } as const;
export type ConsumerStart = (typeof ConsumerStart)[keyof typeof ConsumerStart];

/** The position of a consumer. */
export interface ConsumerPosition {
  /** All events up to this position are acknowledged. */
  readonly position: string;
  readonly epoch: number;
  /** When the position was taken; null if it is that of an event. */
  readonly givenAt: string | null;
}

/** The requested position of a consumer: at most one of these. */
export interface WantedPosition {
  readonly start?: ConsumerStart | null | undefined;
  /** A cursor of the log. */
  readonly after?: string | null | undefined;
  /** In RFC 3339. */
  readonly since?: string | null | undefined;
}

/** Finds the position for a consumer. */
export type FindPosition = (wanted: WantedPosition) => Promise<ConsumerPosition>;
