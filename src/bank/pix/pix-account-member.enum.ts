/** What of an account a registration can name wrongly, although the partner has an account of that number. */
export const PixAccountMember = { BRANCH: 'BRANCH', TYPE: 'TYPE' } as const;
export type PixAccountMember = (typeof PixAccountMember)[keyof typeof PixAccountMember];
