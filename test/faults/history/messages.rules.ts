import type { LoggedEvent } from './event-log.rules.ts';

/** An event as its partner sees it in the log. */
export interface ShownEvent extends LoggedEvent {
  readonly entityId: string;
  readonly idempotencyKey: string;
  readonly sequence: string;
}

/** A message as the partner's endpoint received it. */
export interface ReceivedMessage {
  readonly messageId: string;
  readonly sequence: string;
  readonly body: { readonly entityId: string; readonly name: string; readonly idempotencyKey: string };
}

/**
 * Returns what is wrong with the messages of an endpoint, in sentences: each selected event has arrived in one message,
 * perhaps more than once, and each message matches its event.
 * @param log events; those with one of `names` must have arrived
 * @param known all events so far, by idempotency key
 */
export function messageProblems(received: readonly ReceivedMessage[], { log, known, names }: Log): readonly string[] {
  const ids = Map.groupBy(received, ({ body }) => body.idempotencyKey);
  return [
    ...received.flatMap((message) => misquoted(message, known.get(message.body.idempotencyKey))),
    ...log
      .filter(({ name, idempotencyKey }) => names.includes(name) && !ids.has(idempotencyKey))
      .map(({ name, subject }) => `${name} of ${subject} was not delivered.`),
    ...[...ids].flatMap(([key, messages]) =>
      new Set(messages.map(({ messageId }) => messageId)).size > 1 ? [`Event ${key} has more than one message.`] : [],
    ),
  ];
}

interface Log {
  readonly log: readonly ShownEvent[];
  readonly known: ReadonlyMap<string, ShownEvent>;
  readonly names: readonly string[];
}

function misquoted({ messageId, sequence, body }: ReceivedMessage, event: ShownEvent | undefined): string[] {
  if (event === undefined)
    return [`Message ${messageId} is of ${body.name} of ${body.entityId}, which is not in the log.`];
  const isRight = event.sequence === sequence && event.name === body.name && event.entityId === body.entityId;
  return isRight
    ? []
    : [`Message ${messageId} says ${sequence} ${body.name} ${body.entityId}: ${JSON.stringify(event)}.`];
}
