import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { toldInstant } from '../intents/provider-values.ts';
import { toldJson } from '../calls/provider-json.ts';
import { RAW_CONTEXT_LENGTH_MAX, RAW_NAME_LENGTH_MAX } from '../../events/log/raw-name.value.ts';
import { isStorableText, isTextOf } from '../../kernel/text.ts';
import { isUuid } from '../../kernel/uuid.ts';

/** Longest id of what an event is about, in code points (ours). */
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
      toldInstant,
      v.transform((instant) => new Date(instant)),
    ),
  ),
  null,
);

const TOLD = v.object({
  companyKey: v.string(),
  name: textOf(RAW_NAME_LENGTH_MAX),
  context: textOf(RAW_CONTEXT_LENGTH_MAX),
  // What cannot be stored is still in the body.
  entityId: v.optional(v.fallback(textOf(ENTITY_ID_LENGTH_MAX), ''), ''),
  idempotencyKey: v.optional(uuidOrNothing, ''),
  correlationId: v.optional(uuidOrNothing, ''),
  timestamp: v.optional(instantOrNothing, null),
  data: v.optional(v.unknown()),
});

/** An event as the provider sends it. */
export interface ToldEvent {
  readonly partnerId: string;
  readonly companyKey: string;
  readonly name: string;
  readonly context: string;
  /** Empty where there is none. */
  readonly entityId: string;
  readonly idempotencyKey: string;
  readonly correlationId: string;
  readonly occurredAt: Date;
  readonly data: unknown;
  /** Unchanged. */
  readonly body: string;
}

/**
 * Reads the body of an event; undefined where it is none. What it lacks of ids follows from its text, so that the same
 * body is the same event; nothing occurs later than it is told.
 */
export function toldEvent(
  body: string,
  { partnerId, receivedAt }: { readonly partnerId: string; readonly receivedAt: Date },
): ToldEvent | undefined {
  const read = v.safeParse(TOLD, toldJson(body));
  if (!read.success || !isStorableText(body)) return undefined;
  const { companyKey, name, context, entityId, timestamp, data } = read.output;
  const idempotencyKey = read.output.idempotencyKey || digestOf(body);
  return {
    ...{ partnerId, companyKey, name, context, entityId, idempotencyKey, data, body },
    correlationId: read.output.correlationId || idempotencyKey,
    occurredAt: timestamp === null || timestamp > receivedAt ? receivedAt : timestamp,
  };
}

/** A UUID of version 8 that stands for a text. */
function digestOf(body: string): string {
  const hex = createHash('sha256').update(body).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
