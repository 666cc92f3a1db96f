import type { ErrorRow } from './error-row.ts';

/** Codes of this gateway, where the partner API has none. */
export const GATEWAY_ERRORS = {
  INVALID_PARAMETER: {
    status: 400,
    message: 'One or more fields of the input are invalid.',
    condition: 'fields of the input break a rule that their type alone cannot express; all violations are listed',
  },
  UNSUPPORTED_API_VERSION: {
    status: 400,
    message: 'The api-version header names a version at which a requested operation is not served.',
    condition: 'the api-version header does not fit every root field of the document; shown as a top-level error',
  },
  ACCOUNT_NOT_FOUND: {
    status: 404,
    message: 'Account not found.',
    condition: 'no payment account of the partner has this number',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: 'The idempotency key was used with another input within the last 6 minutes.',
    condition: 'the idempotency key already stands for a pocket that was created from another input',
  },
  PHONE_COUNTRY_CODE_NOT_ALLOWED: {
    status: 422,
    message: 'Phones with this country code are not allowed.',
    condition: 'the dialling code of the phone belongs to a blocked country',
  },
  DOCUMENT_ANALYSIS_NOT_APPROVED: {
    status: 422,
    message: 'Document analysis is not approved.',
    condition: 'a token of the documentation is no approved analysis of this customer in that role',
  },
  INVALID_TRANSACTIONAL_HASH: {
    status: 422,
    message: 'The transactional hash is not valid for this addressing key.',
    condition: 'the transactional hash is unknown, late, used, or was given for another holder or key',
  },
  INVALID_TOTP_CODE: {
    status: 422,
    message: 'The code is not valid.',
    condition: 'the code is wrong or its challenge is unknown',
  },
  TOTP_EXPIRED: {
    status: 422,
    message: 'The code has expired.',
    condition: 'the code is more than five minutes old',
  },
  TOO_MANY_TOTP_CHALLENGES: {
    status: 429,
    message: 'Too many codes were asked for: at most <limit>, wait <retryAfterSeconds> s.',
    condition: 'as many codes are open, or were sent in 24 hours, as one key or one document may have',
  },
  TOO_MANY_TOTP_TRIES: {
    status: 429,
    message: 'A wrong code came just before: wait <retryAfterSeconds> s.',
    condition: 'a code comes too soon after a wrong one; it is not looked at and costs no try',
  },
  TOO_MANY_LOOKUPS: {
    status: 429,
    message: 'Too many look-ups: wait <retryAfterSeconds> s.',
    condition: 'too many answers have told this person or partner of others: that a contact or a key is in use',
  },
  WEBHOOK_CONFIGURATION_ALREADY_EXISTS: {
    status: 409,
    message: 'A webhook configuration with this context, event name and uri already exists.',
    condition: 'the partner already has a configuration of this context, event name and uri',
  },
  TOO_MANY_WEBHOOK_CONFIGURATIONS: {
    status: 422,
    message: 'Too many webhook configurations: a partner may have <limit>.',
    condition: 'the partner has as many configurations as it may have, or more from before there was a limit',
  },
  WEBHOOK_CONFIGURATION_NOT_FOUND: {
    status: 404,
    message: 'Webhook configuration not found.',
    condition: 'the partner has no webhook configuration with this id',
  },
} as const satisfies Record<string, ErrorRow>;
