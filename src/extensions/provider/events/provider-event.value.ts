import * as v from 'valibot';
import { fieldAt } from '../../../kernel/fields.ts';
import { notAfter, providerInstant, readAs } from '../intents/provider-values.ts';
import { providerJson } from '../calls/provider-json.ts';
import { RAW_CONTEXT_LENGTH_MAX, RAW_NAME_LENGTH_MAX } from '../../../events/log/raw-name.value.ts';
import { withoutMark } from '../../../kernel/exact-json.ts';
import { isStorableText, isTextOf } from '../../../kernel/text.ts';
import { isUuid } from '../../../kernel/uuid.ts';
import { uuidOfText } from '../intents/uuid-of-text.ts';

/** Longest id of an event's subject, in code points (ours). */
const ENTITY_ID_LENGTH_MAX = 150;

const textOf = (lengthMax: number) =>
  v.pipe(
    v.string(),
    v.check((text) => isTextOf(text, lengthMax)),
  );
const uuidOrNothing = v.fallback(
  v.pipe(
    v.string(),
    v.check(isUuid),
    v.transform((uuid) => uuid.toLowerCase()),
  ),
  '',
);
const instantOrNothing = v.fallback(
  v.nullable(
    v.pipe(
      providerInstant,
      v.transform((instant) => new Date(instant)),
    ),
  ),
  null,
);

const REPORTED = v.object({
  companyKey: v.string(),
  name: textOf(RAW_NAME_LENGTH_MAX),
  context: textOf(RAW_CONTEXT_LENGTH_MAX),
  // An id that cannot be stored is still in the body.
  entityId: v.optional(v.fallback(textOf(ENTITY_ID_LENGTH_MAX), ''), ''),
  idempotencyKey: v.optional(uuidOrNothing, ''),
  correlationId: v.optional(uuidOrNothing, ''),
  timestamp: v.optional(instantOrNothing, null),
  data: v.optional(v.unknown()),
});

/** An event as the provider sends it. */
export interface ReceivedEvent {
  readonly partnerId: string;
  readonly companyKey: string;
  readonly name: string;
  readonly context: string;
  /** Empty if there is none. */
  readonly entityId: string;
  readonly idempotencyKey: string;
  readonly correlationId: string;
  readonly occurredAt: Date;
  /** When it occurred by the provider's clock, if the event says so. */
  readonly timestamp: Date | null;
  readonly data: unknown;
  /** Unchanged, but without a byte order mark, so that it is JSON wherever it is passed on. */
  readonly body: string;
}

/** Returns what identifies a payment in its data, where an event has no entity. */
function identified(data: unknown): string {
  const ids = [fieldAt(data, 'authenticationCode'), fieldAt(data, 'channel.end2EndId')];
  return ids.map((id) => readAs(textOf(ENTITY_ID_LENGTH_MAX), id)).find((id) => id !== undefined) ?? '';
}

/**
 * Reads the body of an event; undefined if it is not one. Missing ids are derived from the text, so that the same body
 * is the same event; an event never occurs later than it is received.
 */
export function readEvent(
  received: string,
  { partnerId, receivedAt }: { readonly partnerId: string; readonly receivedAt: Date },
): ReceivedEvent | undefined {
  const body = withoutMark(received);
  const read = v.safeParse(REPORTED, providerJson(body));
  if (!read.success || !isStorableText(body)) return undefined;
  const { companyKey, name, context, timestamp, data } = read.output;
  const entityId = read.output.entityId || identified(data);
  const idempotencyKey = read.output.idempotencyKey || uuidOfText(body);
  return {
    partnerId,
    companyKey,
    name,
    context,
    entityId,
    idempotencyKey,
    timestamp,
    data,
    body,
    correlationId: read.output.correlationId || idempotencyKey,
    occurredAt: notAfter(timestamp ?? receivedAt, receivedAt),
  };
}
