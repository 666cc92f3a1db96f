import type { FormattedExecutionResult } from 'graphql';
import { isAnswerTooLarge, refusedAnswer } from '../graphql/operations/answer-size.ts';
import type { StreamWire } from './stream-wire.ts';

const NEXT = Buffer.from('event: next\ndata: ');
const END_OF_EVENT = Buffer.from('\n\n');
/** Without data an EventSource would not hear of it. */
const COMPLETE = 'event: complete\ndata: \n\n';

/**
 * Server-sent events as graphql-sse has them in its distinct connections mode. JSON has no line breaks, so a result is one
 * line. Each has the cursor of its place as id.
 */
export const eventStream: StreamWire = {
  name: 'sse',
  contentType: 'text/event-stream; charset=utf-8',
  // Some browsers do not say that a stream is open before its first byte.
  opening: Buffer.from(':\n\n'),
  heartbeat: Buffer.from(':\n\n'),
  frameOf: (entry) => [entry.placedBy(idLine), NEXT, entry.result, END_OF_EVENT],
  placeOf: (cursor) => Buffer.concat([idLine(cursor), Buffer.from('\n')]),
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

/** Whether an Accept header names server-sent events; a wildcard, as a browser sends it, does not count. */
export function takesEventStream(accept: string | undefined): boolean {
  return mediaRanges(accept).some(([type]) => type === 'text/event-stream');
}

/** Media ranges of an Accept header with their parameters, in lower case and without quotes and spaces. */
export function mediaRanges(accept = ''): readonly (readonly string[])[] {
  return accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.replaceAll(/["\s]/g, '')));
}
