import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSigningSecret, signingKeyOf } from '../../../webhooks/signing/signing-secret.value.ts';
import { hmacSignature, signaturesOf } from '../../../webhooks/signing/signature.value.ts';

/** Largest difference between the time of a signature and now, in seconds (Standard Webhooks). */
const TOLERANCE_SECONDS = 300;

/** A request whose signature is to be verified. */
export interface SignedRequest {
  readonly headers: IncomingHttpHeaders;
  /** URL that it was sent to, with its query. */
  readonly uri: string;
  readonly body: string;
}

/**
 * Returns what is wrong with the signature of a request; undefined if it is valid. A `whsec_` secret verifies only
 * Standard Webhooks, any other secret only `authorization: hmac`: a sender cannot choose the weaker scheme.
 */
export function signatureProblem(
  request: SignedRequest,
  { publicKey, secret }: { readonly publicKey: string; readonly secret: string },
  now: Date,
): 'TIME' | 'SIGNATURE' | undefined {
  const isStandard = isSigningSecret(secret);
  const instant = headerOf(request, isStandard ? 'webhook-timestamp' : 'requesttimestamp');
  const isInTime = /^\d{1,12}$/.test(instant) && Math.abs(now.getTime() / 1_000 - Number(instant)) <= TOLERANCE_SECONDS;
  const isProven = isStandard ? isStandardSigned(request, secret) : isHmacSigned(request, publicKey, secret);
  if (!isProven) return 'SIGNATURE';
  return isInTime ? undefined : 'TIME';
}

/** Standard Webhooks: one of the space-separated signatures must match. */
function isStandardSigned(request: SignedRequest, secret: string): boolean {
  const [id, timestamp] = [headerOf(request, 'webhook-id'), Number(headerOf(request, 'webhook-timestamp'))];
  const wanted = signaturesOf({ id, timestamp, body: request.body }, [signingKeyOf(secret)]);
  return headerOf(request, 'webhook-signature')
    .split(' ')
    .some((given) => areEqual(given, wanted));
}

function isHmacSigned(request: SignedRequest, publicKey: string, secret: string): boolean {
  const [, given = ''] = /^hmac (\S+)$/i.exec(headerOf(request, 'authorization')) ?? [];
  const { uri, body } = request;
  const [requestTimestamp, nonce] = [headerOf(request, 'requesttimestamp'), headerOf(request, 'nonce')];
  return areEqual(given, hmacSignature({ publicKey, uri, requestTimestamp, nonce, body }, secret));
}

function areEqual(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function headerOf({ headers }: SignedRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
