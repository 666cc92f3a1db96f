import { mediaRanges } from '../../platform/http/request-headers.ts';
import type { StreamWire } from './stream-wire.ts';

const BOUNDARY = '\r\n--graphql';
const PART_HEAD = '\r\ncontent-type: application/json\r\n\r\n';
const PAYLOAD = Buffer.from(`${PART_HEAD}{"payload":`);
/** Written with the previous part: clients process a part only when they see its end. */
const END_OF_PART = Buffer.from(BOUNDARY);

/**
 * Parts in the format of Apollo's clients:
 * https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol
 */
export const multipartStream: StreamWire = {
  name: 'multipart',
  contentType: 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0',
  opening: END_OF_PART,
  heartbeat: Buffer.from(`${PART_HEAD}{}${BOUNDARY}`),
  frameOf: (entry) => [PAYLOAD, entry.closedResult, END_OF_PART],
  frameOfCursor: undefined,
  ended: (errors) => Buffer.from(`${PART_HEAD}${JSON.stringify({ payload: null, errors })}${BOUNDARY}--\r\n`),
  single: undefined,
};

/** Checks whether an Accept header requests a multipart stream. */
export function takesMultipart(accept: string | undefined): boolean {
  return mediaRanges(accept).some(
    ([type, ...parameters]) => type === 'multipart/mixed' && parameters.includes('subscriptionspec=1.0'),
  );
}
