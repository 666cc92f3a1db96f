import { GraphQLError, OperationTypeNode, type ExecutionResult, type GraphQLFormattedError } from 'graphql';
import { isOutage } from '../../database/database-failure.ts';
import { describeError, type Logger } from '../../observability/logger.ts';
import { throttledLog } from '../../observability/throttled-log.ts';
import { badInput, internalError, serviceUnavailable } from './client-error.ts';

/** An error as clients see it, and what it sets in the HTTP response. */
export interface PresentedError {
  readonly shown: GraphQLFormattedError;
  readonly http: HttpHead | undefined;
}

export interface HttpHead {
  readonly status?: number;
  readonly headers?: ReadonlyMap<string, string>;
}

/**
 * The only place where errors of an execution become visible. Errors made for the client pass; an outage gets a
 * retryable code; all others are masked, and logged with their cause under the correlation id.
 */
export function presentError(error: GraphQLError, correlationId: string, logger: Logger): PresentedError {
  // Errors of a compiled document have no extensions, those of graphql-js empty ones.
  const { code }: Record<string, unknown> = { ...error.extensions };
  if (typeof code === 'string') return present(error, error);
  const { originalError } = error;
  if (isFaultOfRequest(error)) return present(error, badInput(withoutValues(error.message)));
  return present(error, presentFailure(originalError ?? error, { correlationId, path: error.path }, logger));
}

/**
 * Returns what clients see of a result with errors. An error about the whole request, such as an invalid cursor, makes
 * the response an HTTP error without data. A mutation keeps its data as long as one of its fields has a result: that
 * change has happened.
 */
export function presentResult(
  { data, errors }: Pick<ExecutionResult, 'data'> & { readonly errors: readonly GraphQLError[] },
  type: OperationTypeNode,
  correlationId: string,
  logger: Logger,
) {
  const presented = oneForEachNull(errors, data).map((error) => presentError(error, correlationId, logger));
  const shown = presented.map((error) => error.shown);
  const http = presented.find((error) => error.http?.status !== undefined)?.http;
  const hasResult = Object.values(data ?? {}).some((value) => value !== null);
  if (http === undefined || (type === OperationTypeNode.MUTATION && hasResult))
    return { result: { errors: shown, ...(data !== undefined && { data }) } };
  return { result: { errors: shown }, http };
}

/** Returns the errors of a result without those of fields that a previous one has already made null with their parent. */
function oneForEachNull(errors: readonly GraphQLError[], data: ExecutionResult['data']): GraphQLError[] {
  const nulls = new Set<string>();
  return errors.filter(({ path }) => {
    const place = path && JSON.stringify(placeOfNull(data, path));
    if (place === undefined) return true;
    const isFirst = !nulls.has(place);
    nulls.add(place);
    return isFirst;
  });
}

/** Returns the beginning of a path that ends at the first null on it. */
function placeOfNull(data: unknown, path: NonNullable<GraphQLError['path']>): GraphQLError['path'] {
  let at = data;
  for (const [depth, key] of path.entries()) {
    if (typeof at !== 'object' || at === null) return path.slice(0, depth);
    at = Reflect.get(at, key);
  }
  return path;
}

/** Returns what a caller sees of a failure; the cause is logged under the correlation id. */
export function presentFailure(
  cause: unknown,
  where: { readonly correlationId: string; readonly path?: GraphQLError['path'] },
  logger: Logger,
): GraphQLError {
  if (isOutage(cause)) {
    const { correlationId } = where;
    throttledLog(logger, 'warn')({ correlationId, error: describeError(cause) }, 'the database could not be reached');
    return serviceUnavailable();
  }
  logger.error({ ...where, error: describeError(cause) }, 'a resolver failed');
  return internalError(where.correlationId);
}

/** Checks whether GraphQL itself refused an argument during the execution, which validation could not foresee. */
function isFaultOfRequest({ path, originalError, message }: GraphQLError): boolean {
  return path === undefined || originalError instanceof GraphQLError || /^Argument "/.test(message);
}

function present(at: GraphQLError, shown: GraphQLError): PresentedError {
  const { http, ...extensions } = shown.extensions;
  const { path, locations } = at.toJSON();
  return {
    shown: { message: shown.message, ...(locations && { locations }), ...(path && { path }), extensions },
    http: isHttpHead(http) ? http : undefined,
  };
}

function isHttpHead(value: unknown): value is HttpHead {
  return typeof value === 'object' && value !== null;
}

/**
 * Removes values of the input, which may be personal, from GraphQL's own messages: `found "x"`, `value: "x"` and the
 * like.
 */
export function withoutValues(message: string): string {
  return message
    .replace(/got invalid value .*?(; |$)/s, 'got an invalid value$1')
    .replace(/^Value ".*" does not exist in /s, 'The value does not exist in ')
    .replace(/, found .*$/s, '.')
    .replace(/^(Syntax Error: Unexpected \w+) ".*$/s, '$1.')
    .replace(/( value| integer| string| boolean| numeric| type "[^"]*"): .*$/s, '$1.')
    .replace(/ Did you mean .*$/s, '');
}

/** Apollo's hook for errors before an execution: syntax, validation, CSRF, unusable bodies. */
export function formatRequestError(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const code = formatted.extensions?.['code'];
  if (code === 'GRAPHQL_VALIDATION_FAILED' || code === 'GRAPHQL_PARSE_FAILED')
    return { ...formatted, message: withoutValues(formatted.message) };
  return formatted;
}

export function codesOf(errors: readonly GraphQLFormattedError[]): string[] {
  return [...new Set(errors.map(({ extensions }) => String(extensions?.['code'])))];
}
