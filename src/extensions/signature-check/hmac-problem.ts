import { hmacSignature } from '../../webhooks/signing/signature.value.ts';
import type { SecretKeys } from '../../webhooks/signing/secret-keys.ts';
import type { TestedEndpoint } from '../../webhooks/test-messages/send-test-message.ts';
import type { ReceivedHmac } from './received-headers.value.ts';
import { isAmong } from './signature-check.rules.ts';

const UNKNOWN =
  'The signature of authorization is not from the secret of this configuration: pass nonce, requestTimestamp and the body exactly as received. It covers the publicKey and uri that the configuration has now.';

/** Returns what is wrong with `authorization: hmac`, as a sentence; undefined if the current secret made it. */
export function hmacProblem(
  secretKeys: SecretKeys,
  { configurationId, publicKey, uri, secret, previousSecret }: TestedEndpoint,
  { signature, ...request }: ReceivedHmac & { readonly body: string },
): string | undefined {
  const isBy = (sealed: string) => {
    const key = secretKeys.textKeyOf(sealed, configurationId);
    return isAmong(hmacSignature({ ...request, publicKey, uri }, key), [signature]);
  };
  if (isBy(secret)) return undefined;
  if (previousSecret === null || !isBy(previousSecret)) return UNKNOWN;
  return 'It is signed with the previous secret of the configuration: the receiver needs the newest one.';
}
