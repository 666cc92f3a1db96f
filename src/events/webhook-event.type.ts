import { Field, ID, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { EventContext, EventName } from '../kernel/domain-event.ts';
import { declaredEvents } from '../kernel/event-definition.ts';
import { parseJsonObject } from '../kernel/text.ts';
import { DateTimeScalar, JsonObjectScalar, UuidScalar } from '../platform/graphql/vocabulary/scalars.ts';
import { rawContextOf, rawNameOf } from './raw-name.value.ts';
import { sequenceOf } from './sequence.value.ts';
import type { WebhookEventRow } from './webhook-event.rows.ts';

registerEnumType(EventContext, {
  name: 'EventContext',
  description: 'Contexts in which events occur.',
  valuesConfig: {
    POCKET: { description: 'Pocket accounts; `Pocket` in the body.' },
    CUSTOMER: { description: 'Customers; `Customer` in the body.' },
    PIX: { description: 'Instant payments; `Pix` in the body.' },
    TED: { description: 'Bank transfers; `Ted` in the body.' },
    OTHER: { description: 'Contexts that this release does not know; `rawContext` says which.' },
  },
});

/** Declares the enum of event names, once the events of all capabilities are declared. */
export function declareEventNames(): void {
  registerEnumType(EventName, {
    name: 'EventName',
    description: 'Names of all events.',
    valuesConfig: {
      ...Object.fromEntries(declaredEvents().map(({ name, description }) => [name, { description }])),
      OTHER: { description: 'An event that this release does not know; `rawName` says which.' },
    },
  });
}

@InterfaceType('WebhookEvent', {
  description:
    'An event of the log that webhooks, subscriptions and this query all show. Each event name has a type of its own.',
})
export abstract class WebhookEventType {
  @Field(() => ID, { description: 'A UUID, the same wherever the event is shown.' })
  readonly id: string;

  @Field(() => EventName, {
    description: 'What happened, such as PIX_CASH_IN_WAS_CLEARED; each name has a type of its own.',
  })
  readonly name: EventName;

  @Field(() => EventContext, {
    description: 'Where it happened: pockets, customers, instant payments or bank transfers.',
  })
  readonly context: EventContext;

  @Field(() => String, {
    description: 'What happened as the body names it; where `name` is OTHER it tells more, and it never changes.',
  })
  readonly rawName: string;

  @Field(() => String, { description: 'Where it happened as the body spells it, such as `Pix`.' })
  readonly rawContext: string;

  @Field(() => String, {
    description: 'The subject as partners know it: a pocket number, the document of a customer, the id of a cash-in.',
  })
  readonly entityId: string;

  @Field(() => UuidScalar, { description: 'Guards against handling the event twice; the one in the body.' })
  readonly idempotencyKey: string;

  @Field(() => UuidScalar, { description: 'Correlation id of the request that caused the event.' })
  readonly correlationId: string;

  @Field(() => DateTimeScalar, { description: 'When it happened, in UTC, such as `2026-11-20T12:00:00.123Z`.' })
  readonly occurredAt: string;

  @Field(() => String, {
    description:
      'Place of the event among those of the partner, such as `2.1841`: epoch and position. Positions grow by one from event to event, also over epochs; the epoch grows when the log went back, and what was lost is known by its former one.',
  })
  readonly sequence: string;

  /** Not shown; leads to the subject. Null: nothing that is stored here. */
  readonly subjectId: string | null;

  /** Not shown; leads to the messages. */
  readonly position: string;

  @Field(() => String, {
    description: 'The exact text that webhooks carry: what signatures and checkpoints are computed from.',
  })
  readonly body: string;

  private readonly encodeCursor: () => string;

  constructor(row: WebhookEventRow, encodeCursor: () => string) {
    this.id = row.id;
    this.name = row.name;
    this.context = row.context;
    this.rawName = rawNameOf(row);
    this.rawContext = rawContextOf(row);
    this.entityId = row.entityId;
    this.idempotencyKey = row.idempotencyKey;
    this.correlationId = row.correlationId;
    this.occurredAt = row.occurredAt;
    this.sequence = sequenceOf(row);
    this.subjectId = row.subjectId;
    this.position = String(row.position);
    this.body = row.body;
    this.encodeCursor = encodeCursor;
  }

  get cursor(): string {
    return this.encodeCursor();
  }

  get payload(): object {
    return parseJsonObject(this.body);
  }
}

// Without their descriptors: type-graphql would run a getter through its resolver chain.
Field(() => String, { description: 'Place of the event in the log; opaque, and the same in pages and live.' })(
  WebhookEventType.prototype,
  'cursor',
);
Field(() => JsonObjectScalar, { description: 'The very body that webhooks carry.' })(
  WebhookEventType.prototype,
  'payload',
);

@ObjectType('OtherEvent', {
  description:
    'An event that this release does not know, or of something that it cannot show: `payload` is all there is of it.',
  implements: WebhookEventType,
  simpleResolvers: true,
})
export class OtherEventType extends WebhookEventType {}
