/** What is documented about a code. */
export interface RequestErrorRow {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Completes the sentence "Returned when …". */
  readonly condition: string;
}

/** All codes of top-level errors: what is wrong with a request as a whole, or with the gateway. */
export const requestErrors = {
  BAD_REQUEST: { status: 400, condition: 'a header, the body or the method of the request is invalid' },
  GRAPHQL_PARSE_FAILED: { status: 400, condition: 'the document has a syntax error, or too many tokens' },
  GRAPHQL_VALIDATION_FAILED: { status: 400, condition: 'the document does not match the schema, or exceeds a limit' },
  OPERATION_RESOLUTION_FAILURE: { status: 400, condition: 'operationName names none of the operations' },
  BAD_USER_INPUT: { status: 400, condition: 'an argument, a variable or a header is invalid' },
  INVALID_CURSOR: { status: 400, condition: 'a cursor was not returned by this list for the same filter' },
  CURSOR_FROM_LOST_FUTURE: { status: 400, condition: 'a cursor points to a part of the log that was lost' },
  CURSOR_EXPIRED: { status: 400, condition: 'a cursor of a log is too old to resume from' },
  PERSISTED_QUERY_NOT_FOUND: { status: 200, condition: 'no document is known by its hash: send it with its text' },
  UNAUTHENTICATED: { status: 401, condition: 'the token is missing or not trusted' },
  FORBIDDEN: {
    status: 403,
    condition: 'the token lacks a scope that the operation requires, or the operation is disabled here',
  },
  PARTNER_SUSPENDED: { status: 403, condition: 'the partner was suspended: ask the operator of the gateway' },
  UNSUPPORTED_API_VERSION: {
    status: 400,
    condition: 'the api-version header does not match every root field of the operation',
  },
  DOCUMENT_NOT_REGISTERED: { status: 400, condition: 'no document is registered under the id that was sent' },
  PERSISTED_DOCUMENT_REQUIRED: { status: 400, condition: 'only registered documents are served here' },
  NOT_FOUND: { status: 404, condition: 'nothing is served at the path' },
  METHOD_NOT_ALLOWED: { status: 405, condition: 'the path does not support the method: see the Allow header' },
  NOT_ACCEPTABLE: { status: 406, condition: 'the Accept header allows no media type that the path can answer with' },
  PAYLOAD_TOO_LARGE: { status: 413, condition: 'the body is larger than the operation allows' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    condition: 'the media type, character set or compression of the body is not supported',
  },
  MISDIRECTED_REQUEST: { status: 421, condition: 'the Host header names another host' },
  ANSWER_TOO_LARGE: { status: 400, condition: 'the answer would be larger than 4 MB: ask for smaller pages' },
  RATE_LIMITED: { status: 429, condition: 'a limit is exceeded: wait as Retry-After says' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    condition: 'the service is temporarily unavailable: send the same request again',
  },
  INTERNAL_SERVER_ERROR: { status: 500, condition: 'an internal error occurred: report the correlation id' },
} as const satisfies Readonly<Record<string, RequestErrorRow>>;

export type RequestErrorCode = keyof typeof requestErrors;
