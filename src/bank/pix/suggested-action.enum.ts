/** What a client can do after a key was refused. */
export const SuggestedAction = {
  REQUEST_PORTABILITY: 'REQUEST_PORTABILITY',
  REQUEST_CLAIM: 'REQUEST_CLAIM',
  CHANGE_ACCOUNT: 'CHANGE_ACCOUNT',
  WAIT: 'WAIT',
} as const;
export type SuggestedAction = (typeof SuggestedAction)[keyof typeof SuggestedAction];
