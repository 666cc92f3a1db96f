/** What must hold for every answer of the gateway, whatever the input. Each check returns a complaint, or undefined. */

/** Error codes that blame the server. */
const OWN_FAULTS = new Set(['INTERNAL_SERVER_ERROR', 'INTERNAL']);
/** Close codes of RFC 6455 and graphql-transport-ws that blame the client, or that mean a normal end. */
const CLOSE_CODES = new Set([1000, 1001, 1002, 1003, 1007, 1008, 1009, 4400, 4401, 4403, 4406, 4408, 4409, 4429]);
const MESSAGE_TYPES = new Set(['connection_ack', 'next', 'error', 'complete', 'ping', 'pong']);
/** A line of a stack, or a value that was not meant to be text. */
const LEAK = /\n\s+at .+:\d+:\d+|\[object Object\]|node_modules|\bselect .+ from\b/i;

interface Answered {
  readonly errors?: readonly { readonly message?: unknown; readonly extensions?: { readonly code?: unknown } }[];
}

export function complaintOfOperation(status: number, body: string): string | undefined {
  if (status >= 500) return `status ${status}: ${body}`;
  const answer = parsed(body);
  if (answer === undefined) return `status ${status} with a body that is no JSON: ${body}`;
  return complaintOfErrors((answer as Answered).errors, body);
}

export function complaintOfSocket(messages: readonly string[], closeCode: number | undefined): string | undefined {
  if (closeCode !== undefined && !CLOSE_CODES.has(closeCode)) return `closed with ${closeCode}`;
  for (const message of messages) {
    const received = parsed(message) as { type?: string; payload?: unknown } | undefined;
    if (received?.type === undefined || !MESSAGE_TYPES.has(received.type))
      return `no message of the protocol: ${message}`;
    const errors =
      received.type === 'error' ? received.payload : received.type === 'next' && (received.payload as Answered).errors;
    const complaint = complaintOfErrors((errors || undefined) as Answered['errors'], message);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

/** Checks the first answer on a connection; input that is not HTTP can be cut off without one. */
export function complaintOfHttp(answer: string): string | undefined {
  if (answer === '') return undefined;
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  if (status === undefined) return `no answer of HTTP: ${answer}`;
  // 501 and 505 blame the client, which requested something unsupported.
  if (Number(status) >= 500 && !['501', '505'].includes(status)) return `status ${status}: ${answer}`;
  return LEAK.test(bodyOf(answer)) && /^content-type: application\//im.test(answer) ? `it leaks: ${answer}` : undefined;
}

/** Checks the output of the process, which contains only errors. */
export function complaintOfLog(text: string): string | undefined {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(Debugger|For help|Waiting for the debugger)/.test(line));
  return lines.length === 0 ? undefined : `it logged: ${lines.join('\n')}`;
}

function complaintOfErrors(errors: Answered['errors'], body: string): string | undefined {
  if (errors === undefined) return undefined;
  if (!Array.isArray(errors) || errors.length === 0) return `errors is no list: ${body}`;
  for (const { message, extensions } of errors as NonNullable<Answered['errors']>) {
    if (typeof message !== 'string' || typeof extensions?.code !== 'string') return `an error without code: ${body}`;
    if (OWN_FAULTS.has(extensions.code)) return `${extensions.code}: ${body}`;
    if (LEAK.test(message)) return `a message leaks: ${body}`;
  }
  return undefined;
}

function bodyOf(answer: string): string {
  return answer.slice(answer.indexOf('\r\n\r\n'));
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
