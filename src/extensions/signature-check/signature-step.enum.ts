/** Checks of a received message, in this order. */
export const SignatureStep = {
  HEADERS: 'HEADERS',
  TIMESTAMP: 'TIMESTAMP',
  MESSAGE: 'MESSAGE',
  BODY: 'BODY',
  V1: 'V1',
  V1A: 'V1A',
  HMAC: 'HMAC',
} as const;
export type SignatureStep = (typeof SignatureStep)[keyof typeof SignatureStep];
