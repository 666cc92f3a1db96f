import { mediaRanges } from './event-stream.ts';
import type { StreamWire } from './stream-wire.ts';

const BOUNDARY = '\r\n--graphql';
const PART_HEAD = '\r\ncontent-type: application/json\r\n\r\n';
const PAYLOAD = Buffer.from(`${PART_HEAD}{"payload":`);
/** It is written with the part before: clients take a part only once they see its end. */
const END_OF_PART = Buffer.from(BOUNDARY);

/** Parts as Apollo's clients read them: https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol */
export const multipartStream: StreamWire = {
  name: 'multipart',
  contentType: 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0',
  opening: END_OF_PART,
  heartbeat: Buffer.from(`${PART_HEAD}{}${BOUNDARY}`),
  frameOf: (entry) => [PAYLOAD, entry.closedResult, END_OF_PART],
  placeOf: undefined,
  ended: (errors) => Buffer.from(`${PART_HEAD}${JSON.stringify({ payload: null, errors })}${BOUNDARY}--\r\n`),
  single: undefined,
};

/** Whether an Accept header names streams as parts. */
export function takesMultipart(accept: string | undefined): boolean {
  return mediaRanges(accept).some(
    ([type, ...parameters]) => type === 'multipart/mixed' && parameters.includes('subscriptionspec=1.0'),
  );
}
