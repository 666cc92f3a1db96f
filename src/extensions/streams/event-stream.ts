import type { FormattedExecutionResult } from 'graphql';
import { isAnswerTooLarge, refusedAnswer } from '../../platform/graphql/errors/answer-size.ts';
import { mediaRanges } from '../../platform/http/request-headers.ts';
import type { StreamWire } from './stream-wire.ts';

const NEXT = Buffer.from('event: next\ndata: ');
const END_OF_EVENT = Buffer.from('\n\n');
/** Without `data` an EventSource would not dispatch the event. */
const COMPLETE = 'event: complete\ndata: \n\n';

/**
 * Server-sent events as in the distinct connections mode of graphql-sse. JSON has no line breaks, so a result is one
 * line. The id of an event is the cursor of its entry.
 */
export const eventStream: StreamWire = {
  name: 'sse',
  contentType: 'text/event-stream; charset=utf-8',
  // Some browsers report a stream as open only after its first byte.
  opening: Buffer.from(':\n\n'),
  heartbeat: Buffer.from(':\n\n'),
  frameOf: (entry) => [entry.cursorAs(idLine), NEXT, entry.result, END_OF_EVENT],
  frameOfCursor: (cursor) => Buffer.concat([idLine(cursor), Buffer.from('\n')]),
  ended: (errors) => lastResult({ errors }),
  single: lastResult,
};

function idLine(cursor: string): Buffer {
  return Buffer.from(`id: ${cursor}\n`);
}

function lastResult(result: FormattedExecutionResult): Buffer {
  const text = JSON.stringify(result);
  const shown = isAnswerTooLarge(text) ? JSON.stringify(refusedAnswer()) : text;
  return Buffer.concat([NEXT, Buffer.from(shown), END_OF_EVENT, Buffer.from(COMPLETE)]);
}

/** Checks whether an Accept header names server-sent events; a wildcard, as browsers send it, does not count. */
export function takesEventStream(accept: string | undefined): boolean {
  return mediaRanges(accept).some(([type]) => type === 'text/event-stream');
}
