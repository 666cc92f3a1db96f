/** Why a picture of a registration is refused. */
export const PictureRefusal = { ANALYZING: 'ANALYZING', REJECTED: 'REJECTED', UNKNOWN: 'UNKNOWN' } as const;
export type PictureRefusal = (typeof PictureRefusal)[keyof typeof PictureRefusal];
