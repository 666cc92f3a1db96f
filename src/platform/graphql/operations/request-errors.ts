/** What is documented about a code. */
export interface RequestErrorRow {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Completes the sentence "Returned when …". */
  readonly condition: string;
}

/** Codes of top-level errors: what is wrong with a request as a whole, or with the gateway. */
export const requestErrors = {
  BAD_USER_INPUT: { status: 400, condition: 'an argument, a variable or a header is invalid' },
  INVALID_CURSOR: { status: 400, condition: 'a cursor was not returned by this list for the same filter' },
  CURSOR_FROM_LOST_FUTURE: { status: 400, condition: 'a cursor points to a part of the log that was lost' },
  CURSOR_EXPIRED: { status: 400, condition: 'a cursor of a log is too old to resume from' },
  UNAUTHENTICATED: { status: 401, condition: 'the token is missing or not trusted' },
  FORBIDDEN: {
    status: 403,
    condition: 'the token lacks a scope that the operation requires, or the operation is disabled here',
  },
  PARTNER_SUSPENDED: { status: 403, condition: 'the partner was suspended: ask the operator of the gateway' },
  UNSUPPORTED_API_VERSION: { status: 400, condition: 'the operation is not served at the version in api-version' },
  DOCUMENT_NOT_REGISTERED: { status: 400, condition: 'no document is registered under the id that was sent' },
  PERSISTED_DOCUMENT_REQUIRED: { status: 400, condition: 'only registered documents are served here' },
  PAYLOAD_TOO_LARGE: { status: 413, condition: 'the body is larger than the operation allows' },
  ANSWER_TOO_LARGE: { status: 400, condition: 'the answer would be larger than 4 MB: ask for smaller pages' },
  RATE_LIMITED: { status: 429, condition: 'a limit is exceeded: wait as Retry-After says' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    condition: 'the service is temporarily unavailable: send the same request again',
  },
  INTERNAL_SERVER_ERROR: { status: 500, condition: 'an internal error occurred: report the correlation id' },
} as const satisfies Readonly<Record<string, RequestErrorRow>>;

export type RequestErrorCode = keyof typeof requestErrors;
