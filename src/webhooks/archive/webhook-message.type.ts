import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { wholeMilliseconds } from '../../kernel/duration.ts';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import type { ShownColumns } from '../../platform/statements/byte-page.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar, DurationScalar, UuidScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { WebhookMessageState } from './webhook-message.enum.ts';
import type { WebhookMessageRow } from './webhook-message.rows.ts';

registerEnumType(WebhookMessageState, {
  name: 'WebhookMessageState',
  description: 'State of a webhook message.',
  valuesConfig: {
    SUCCESS: { description: 'The endpoint answered 2xx in time.' },
    FAILED: { description: 'The last attempt failed; see `nextAttemptAt` for the next.' },
    HOLD: { description: 'Held while the circuit breaker of its configuration is not CLOSED; sent when it closes.' },
  },
});

@ObjectType('WebhookMessage', {
  description: 'An event to deliver to one webhook configuration, which was attempted or is held.',
  implements: NodeType,
  simpleResolvers: true,
})
export class WebhookMessageType extends NodeType {
  @Field(() => UuidScalar, {
    description: 'Use it to handle the message only once; sent in the `idempotency-key` header of every attempt.',
  })
  readonly idempotencyKey: string;

  @Field(() => WebhookMessageState, {
    description: 'Delivered, failed, or held by the circuit breaker.',
  })
  readonly state: WebhookMessageState;

  @Field(() => String, {
    description: 'URL of the last attempt. Without one, that of the configuration when the message was held.',
  })
  readonly destination: string;

  @Field(() => DateTimeScalar, {
    description: 'When it was first sent; if never sent, when it was first held.',
  })
  readonly sentDate: string;

  @Field(() => EventName, { description: 'Name of the event.' })
  readonly eventName: EventName;

  @Field(() => EventContext, { description: 'Context of the event.' })
  readonly context: EventContext;

  @Field(() => String, { description: 'Name of the event as in the body; identifies the event if eventName is OTHER.' })
  readonly rawEventName: string;

  @Field(() => String, { description: 'Context of the event as in the body, such as `Pix`.' })
  readonly rawContext: string;

  @Field(() => Int, { description: 'Number of retries; 0 after the first attempt.' })
  readonly retryCount: number;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the next automatic retry is due; null if none is planned. The circuit breaker decides while the state is HOLD.',
  })
  readonly nextAttemptAt: string | null;

  @Field(() => DurationScalar, { description: 'Time from the event until the message was queued.' })
  readonly elapsedEventCapture: number;

  @Field(() => Int, { description: 'The same in milliseconds.' })
  readonly elapsedEventCaptureMs: number;

  @Field(() => DurationScalar, { nullable: true, description: 'Duration of the last attempt; null if never sent.' })
  readonly elapsedHttpCall: number | null;

  @Field(() => Int, { nullable: true, description: 'The same in milliseconds.' })
  readonly elapsedHttpCallMs: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      '`sequence` of the previous message to the same configuration, `none` for the first; sent in the `webhook-previous` header. A receiver without that message has a gap. Null for messages from before this field existed.',
  })
  readonly previousSequence: string | null;

  private readonly encodeCursor: (() => string) | undefined;

  /** Not a field; loads the configuration. */
  readonly configurationId: string;

  /** Not a field; loads the event. */
  readonly eventPosition: string;

  /** @param encodeCursor encodes the cursor of a change */
  constructor(row: WebhookMessageRow, encodeCursor?: () => string) {
    super(row.id);
    this.idempotencyKey = row.idempotencyKey;
    this.state = row.state;
    this.destination = row.destination;
    this.sentDate = row.sentDate;
    this.eventName = row.eventName;
    this.context = row.context;
    this.rawEventName = row.rawEventName;
    this.rawContext = row.rawContext;
    this.retryCount = row.retryCount;
    this.nextAttemptAt = row.nextAttemptAt;
    this.elapsedEventCapture = row.elapsedEventCaptureUs;
    this.elapsedHttpCall = row.elapsedHttpCallUs;
    this.elapsedEventCaptureMs = wholeMilliseconds(row.elapsedEventCaptureUs);
    this.elapsedHttpCallMs = row.elapsedHttpCallUs === null ? null : wholeMilliseconds(row.elapsedHttpCallUs);
    this.previousSequence = row.previousSequence;
    this.encodeCursor = encodeCursor;
    this.configurationId = row.configurationId;
    this.eventPosition = row.eventPosition;
  }

  get changeCursor(): string | null {
    return this.encodeCursor?.() ?? null;
  }
}

// Without its descriptor: type-graphql would run a getter through its resolver chain.
Field(() => String, {
  nullable: true,
  description: 'Cursor of the change among the changes of all messages; opaque, and set only in the subscription.',
})(WebhookMessageType.prototype, 'changeCursor');

/** The columns of a message's fields. */
export const messageColumns: ShownColumns<WebhookMessageRow> = {
  columns: {
    id: 'id',
    idempotencyKey: 'idempotencyKey',
    state: 'state',
    destination: 'destination',
    sentDate: 'sentDate',
    eventName: 'eventName',
    context: 'context',
    rawEventName: 'rawEventName',
    rawContext: 'rawContext',
    retryCount: 'retryCount',
    nextAttemptAt: 'nextAttemptAt',
    previousSequence: 'previousSequence',
    elapsedEventCapture: 'elapsedEventCaptureUs',
    elapsedHttpCall: 'elapsedHttpCallUs',
    elapsedEventCaptureMs: { of: 'elapsedEventCaptureUs', as: millisecondsIn },
    elapsedHttpCallMs: { of: 'elapsedHttpCallUs', as: millisecondsIn },
  },
};

/** @param microseconds as PostgreSQL writes them */
function millisecondsIn(microseconds: string): number {
  return wholeMilliseconds(Number(microseconds));
}

export const WebhookMessageConnectionType = connectionOf('WebhookMessage', () => WebhookMessageType, 'messages');
