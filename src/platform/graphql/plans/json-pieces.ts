import type { Output } from '../../json-output.ts';

/** JSON, in pieces where it has rows in it. */
export type Json = string | readonly Json[] | ((out: Output) => void);

export type Later<Value> = Value | Promise<Value>;

/** Texts with others between them: one of the former more than of the latter. */
export function joined(heads: readonly string[], parts: readonly Json[]): Json {
  const pieces: Json[] = [];
  let text = '';
  for (const [nth, part] of parts.entries()) {
    text += heads[nth] ?? '';
    if (typeof part === 'string') {
      text += part;
    } else {
      pieces.push(text, part);
      text = '';
    }
  }
  text += heads[parts.length] ?? '';
  return pieces.length === 0 ? text : [...pieces, text];
}

export function append(out: Output, json: Json): void {
  if (typeof json === 'string') out.text(json);
  else if (typeof json === 'function') json(out);
  else for (const piece of json) append(out, piece);
}

/** At once where nothing is to be waited for. */
export function then<Result>(value: unknown, use: (value: unknown) => Later<Result>): Later<Result> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** At once where nothing is to be waited for. */
export function whenAll(values: readonly Later<Json>[], make: (ready: readonly Json[]) => Json): Later<Json> {
  return values.every((value) => isReady(value)) ? make(values) : allOf(values).then(make);
}

async function allOf(values: readonly Later<Json>[]): Promise<readonly Json[]> {
  return Promise.all(values.map(async (value) => value));
}

function isReady(value: Later<Json>): value is Json {
  return !(value instanceof Promise);
}

/** What is thrown is a promise that fails, so that none of its neighbours is left without who waits for it. */
export function attempt(work: () => Later<Json>): Later<Json> {
  try {
    return work();
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}
