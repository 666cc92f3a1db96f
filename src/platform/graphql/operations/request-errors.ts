/** What is said of a code of a request as a whole. */
export interface RequestErrorRow {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Completes the sentence "Returned when …". */
  readonly condition: string;
}

/** Codes of top-level errors: what is wrong with a request as a whole, or with the gateway. */
export const requestErrors = {
  BAD_USER_INPUT: { status: 400, condition: 'an argument, a variable or a header is not what it has to be' },
  INVALID_CURSOR: { status: 400, condition: 'a cursor is not one that this list gave for the same filter' },
  CURSOR_FROM_LOST_FUTURE: { status: 400, condition: 'a cursor lies in a part of the log that was lost' },
  CURSOR_EXPIRED: { status: 400, condition: 'a cursor of a log is too old to go on from' },
  UNAUTHENTICATED: { status: 401, condition: 'there is no token, or one that is not trusted' },
  FORBIDDEN: { status: 403, condition: 'the token lacks a scope that the operation needs, or no token would do' },
  PARTNER_SUSPENDED: { status: 403, condition: 'the partner was suspended: ask the operator of the gateway' },
  UNSUPPORTED_API_VERSION: { status: 400, condition: 'api-version names one at which the operation is not served' },
  DOCUMENT_NOT_REGISTERED: { status: 400, condition: 'no document is registered under the id that was sent' },
  PERSISTED_DOCUMENT_REQUIRED: { status: 400, condition: 'only registered documents are served here' },
  PAYLOAD_TOO_LARGE: { status: 413, condition: 'the body is larger than the operation may have' },
  ANSWER_TOO_LARGE: { status: 400, condition: 'the answer would be larger than 4 MB: ask for smaller pages' },
  RATE_LIMITED: { status: 429, condition: 'more was asked than is granted for a while: wait as Retry-After says' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    condition: 'the service cannot answer for a moment: send the same request again',
  },
  INTERNAL_SERVER_ERROR: { status: 500, condition: 'an internal error: report the correlation id' },
} as const satisfies Readonly<Record<string, RequestErrorRow>>;

export type RequestErrorCode = keyof typeof requestErrors;
