/** What a client may do about a refusal of a key. */
export const SuggestedAction = {
  REQUEST_PORTABILITY: 'REQUEST_PORTABILITY',
  REQUEST_CLAIM: 'REQUEST_CLAIM',
  CHANGE_ACCOUNT: 'CHANGE_ACCOUNT',
  WAIT: 'WAIT',
} as const;
export type SuggestedAction = (typeof SuggestedAction)[keyof typeof SuggestedAction];
