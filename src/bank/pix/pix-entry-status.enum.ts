/** Status of a key. */
export const PixEntryStatus = { OWNED: 'OWNED' } as const;
export type PixEntryStatus = (typeof PixEntryStatus)[keyof typeof PixEntryStatus];
