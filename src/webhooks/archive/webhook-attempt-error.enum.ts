import { registerEnumType } from 'type-graphql';
import { failureKindOf, type CallFailureKind } from '../../platform/outbound/call-failure.ts';

/** Why an attempt failed, as a closed set; its sentence is stored. */
export const WebhookAttemptError = {
  TIMEOUT: 'TIMEOUT',
  DNS: 'DNS',
  CONNECTION: 'CONNECTION',
  TLS: 'TLS',
  ADDRESS_NOT_ALLOWED: 'ADDRESS_NOT_ALLOWED',
  HTTP_STATUS: 'HTTP_STATUS',
  INVALID_RESPONSE: 'INVALID_RESPONSE',
} as const;
export type WebhookAttemptError = (typeof WebhookAttemptError)[keyof typeof WebhookAttemptError];

registerEnumType(WebhookAttemptError, {
  name: 'WebhookAttemptError',
  description: 'Why an attempt failed.',
  valuesConfig: {
    TIMEOUT: { description: 'The endpoint did not answer in time.' },
    DNS: { description: 'The host name could not be looked up, or has no address.' },
    CONNECTION: { description: 'No connection could be made, or it was closed before the response.' },
    TLS: { description: 'The TLS handshake failed, or the certificate is not trusted.' },
    ADDRESS_NOT_ALLOWED: { description: 'The URL or an address of its host is not allowed.' },
    HTTP_STATUS: { description: 'The response was not 2xx: see `httpStatus`. Redirects are not followed.' },
    INVALID_RESPONSE: { description: 'The response is not valid HTTP.' },
  },
});

const BY_KIND: Readonly<Record<CallFailureKind, WebhookAttemptError>> = {
  timeout: 'TIMEOUT',
  dns: 'DNS',
  connect: 'CONNECTION',
  reset: 'CONNECTION',
  aborted: 'CONNECTION',
  tls: 'TLS',
  address: 'ADDRESS_NOT_ALLOWED',
  protocol: 'INVALID_RESPONSE',
};

/** Returns why an attempt failed, by its stored sentence; null for a success. */
export function attemptErrorOf({
  error,
  httpStatus,
}: {
  readonly error: string | null;
  readonly httpStatus: number | null;
}): WebhookAttemptError | null {
  if (error === null) return null;
  return httpStatus === null ? BY_KIND[failureKindOf(error)] : WebhookAttemptError.HTTP_STATUS;
}
