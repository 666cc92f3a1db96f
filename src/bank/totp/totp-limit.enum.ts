/** The limits of one-time codes. */
export const TotpLimit = {
  OPEN_OF_KEY: 'OPEN_OF_KEY',
  OPEN_OF_DOCUMENT: 'OPEN_OF_DOCUMENT',
  DAILY_OF_KEY: 'DAILY_OF_KEY',
  DAILY_OF_DOCUMENT: 'DAILY_OF_DOCUMENT',
} as const;
export type TotpLimit = (typeof TotpLimit)[keyof typeof TotpLimit];
