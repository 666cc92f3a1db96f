import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { durationText } from '../../kernel/duration.ts';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { rawContextOf, rawNameOf } from '../../events/raw-name.value.ts';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import type { ShownColumns } from '../../platform/graphql/paging/page-reading.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar, DurationScalar, UuidScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { WebhookMessageState } from './webhook-message.enum.ts';
import type { WebhookMessageRow } from './webhook-message.rows.ts';

registerEnumType(WebhookMessageState, {
  name: 'WebhookMessageState',
  description: 'How a message stands.',
  valuesConfig: {
    SUCCESS: { description: 'The endpoint answered 2xx in time.' },
    FAILED: { description: 'The last try failed; `nextAttemptAt` says whether there is another.' },
    HOLD: { description: 'Kept back while the breaker of its configuration is not CLOSED; it is sent when it closes.' },
  },
});

@ObjectType('WebhookMessage', {
  description: 'An event on its way to one configuration: a message that was tried or is held.',
  implements: NodeType,
  simpleResolvers: true,
})
export class WebhookMessageType extends NodeType {
  @Field(() => UuidScalar, {
    description: 'Guards against handling the message twice; sent in the header `idempotency-key` on every try.',
  })
  readonly idempotencyKey: string;

  @Field(() => WebhookMessageState, {
    description: 'How the message stands: delivered, failed, or held back by the breaker.',
  })
  readonly state: WebhookMessageState;

  @Field(() => String, { description: 'Address that it was sent to last, or will be.' })
  readonly destination: string;

  @Field(() => DateTimeScalar, {
    description: 'When it was first sent; of one that never was, when it was first held.',
  })
  readonly sentDate: string;

  @Field(() => EventName, { description: 'Name of the event.' })
  readonly eventName: EventName;

  @Field(() => EventContext, { description: 'Context of the event.' })
  readonly context: EventContext;

  @Field(() => String, { description: 'Name of the event as the body has it; where eventName is OTHER it tells more.' })
  readonly rawEventName: string;

  @Field(() => String, { description: 'Context of the event as the body spells it, such as `Pix`.' })
  readonly rawContext: string;

  @Field(() => Int, { description: 'How often it was sent again; 0 after the first send.' })
  readonly retryCount: number;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it is tried again by itself; null when it is not. While it is HOLD the breaker decides.',
  })
  readonly nextAttemptAt: string | null;

  @Field(() => DurationScalar, { description: 'From the event until it was captured for sending.' })
  readonly elapsedEventCapture: number;

  @Field(() => DurationScalar, { nullable: true, description: 'Length of the last call; null when it was never sent.' })
  readonly elapsedHttpCall: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      '`sequence` of the message before to the same configuration, and `none` for its first; sent in the header `webhook-previous`. Whoever lacks that message has a gap. Null where it was made before messages were told of it.',
  })
  readonly previousSequence: string | null;

  private readonly encodeCursor: (() => string) | undefined;

  /** Not shown; leads to the configuration. */
  readonly configurationId: string;

  /** Not shown; leads to the event. */
  readonly eventPosition: string;

  /** @param encodeCursor of a change */
  constructor(row: WebhookMessageRow, encodeCursor?: () => string) {
    super(row.id);
    this.idempotencyKey = row.idempotencyKey;
    this.state = row.state;
    this.destination = row.destination;
    this.sentDate = row.sentDate;
    this.eventName = row.eventName;
    this.context = row.context;
    this.rawEventName = rawNameOf({ name: row.eventName, rawName: row.rawName });
    this.rawContext = rawContextOf(row);
    this.retryCount = row.retryCount;
    this.nextAttemptAt = row.nextAttemptAt;
    this.elapsedEventCapture = row.elapsedEventCaptureUs;
    this.elapsedHttpCall = row.elapsedHttpCallUs;
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
  description: 'Place of the change among those of all messages; opaque, and only in the subscription.',
})(WebhookMessageType.prototype, 'changeCursor');

const durationIn = (microseconds: string) => durationText(Number(microseconds));

/** Where the fields of a message lie in its row; its raw name and context follow from two columns each. */
export const messageColumns: ShownColumns<WebhookMessageRow> = {
  columns: {
    ...{ id: 'id', idempotencyKey: 'idempotencyKey', state: 'state', destination: 'destination', sentDate: 'sentDate' },
    ...{ eventName: 'eventName', context: 'context', retryCount: 'retryCount', nextAttemptAt: 'nextAttemptAt' },
    previousSequence: 'previousSequence',
    elapsedEventCapture: { of: 'elapsedEventCaptureUs', as: durationIn },
    elapsedHttpCall: { of: 'elapsedHttpCallUs', as: durationIn },
  },
};

export const WebhookMessageConnectionType = connectionOf('WebhookMessage', () => WebhookMessageType, 'messages');
