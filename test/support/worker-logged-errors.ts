// Test files have their own copies of modules in `test/`, except for `worker-*.ts`: `test/runner/modules.mjs`.

/** Most different errors that are shown of a test file. */
const SHOWN_MAX = 10;
/** A line of a stack outside of Node and of packages. */
const OWN_FRAME = /^(?!.*(node_modules\/|node:|wasm:\/\/)).+$/gm;

/** What is logged of an error: who logs it, where, and the error. */
interface LoggedError {
  readonly msg: string;
  readonly path?: readonly (string | number)[];
  readonly error?: { readonly stack?: string };
}

const lines: string[] = [];

/** Keeps a line of a gateway's log, of level error or above, until the test file that is running has ended. */
export function noteLoggedError(line: string): void {
  lines.push(line);
}

/**
 * Returns what gateways have logged as errors since the last call, each different one once; empty if nothing. Clients are
 * told only that there was an internal error.
 */
export function takeLoggedErrors(): string {
  const errors = new Map(lines.splice(0).map(described));
  if (errors.size === 0) return '';
  const shown = [...errors].slice(0, SHOWN_MAX).map(([facts, stack]) => `${facts}\n${stack}`);
  const more = errors.size > SHOWN_MAX ? [`and ${errors.size - SHOWN_MAX} others`] : [];
  return ['Errors that gateways logged:', ...shown, ...more].join('\n\n');
}

/** Returns a line without what differs each time, such as when and under which correlation id, and its own stack. */
function described(line: string): readonly [facts: string, stack: string] {
  const { msg, path, error: { stack = '', ...facts } = {} } = JSON.parse(line) as LoggedError;
  return [`${msg} ${path?.join('.') ?? ''} ${JSON.stringify(facts)}`, (stack.match(OWN_FRAME) ?? []).join('\n')];
}
