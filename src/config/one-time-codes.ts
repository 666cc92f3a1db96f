import * as v from 'valibot';
import { targetProblem } from '../platform/outbound/target-url.ts';
import { text } from '../platform/settings/kinds.ts';
import { optional, settingGroup } from '../platform/settings/setting.ts';

/** Syntax of the token after `Bearer` (RFC 6750, 2.1). */
const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

const settings = {
  url: optional(
    'TOTP_SENDER_URL',
    text,
    'createTotp is refused',
    'URL to post one-time codes to outside sandbox mode; https, with a public address or one in `WEBHOOK_ALLOW_CIDRS`',
  ),
  token: optional(
    'TOTP_SENDER_TOKEN',
    v.pipe(
      v.string(),
      v.regex(BEARER_TOKEN, 'is not a bearer token: write only letters, digits and -._~+/='),
      v.description('only letters, digits and -._~+/='),
    ),
    'none',
    'bearer token for `TOTP_SENDER_URL`',
  ),
};

/** How one-time codes are sent; undefined: they cannot be. */
export const oneTimeCodes = settingGroup('One-time codes', settings, ({ url, token }, { isSandbox, refuse }) => {
  if (url === undefined) return undefined;
  const problem = targetProblem(url, { allowHttp: isSandbox });
  if (problem !== undefined)
    refuse('TOTP_SENDER_URL', `cannot be used (${problem}): write an https address`, ['SANDBOX']);
  return { url, token };
});
