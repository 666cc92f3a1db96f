import { Extensions, Field, ID, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { declaredEvents } from '../../kernel/event-definition.ts';
import { parseJsonObject } from '../../kernel/text.ts';
import { DateTimeScalar, JsonObjectScalar, UuidScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { rawContextOf, rawNameOf } from '../log/raw-name.value.ts';
import { sequenceOf } from '../log/sequence.value.ts';
import type { WebhookEventRow } from './webhook-event.rows.ts';

/** What the body of an event costs (ours): ours are smaller, and those of a provider seldom larger. */
const BODY_KILOBYTES = 16;

registerEnumType(EventContext, {
  name: 'EventContext',
  description: 'Contexts in which events occur.',
  valuesConfig: {
    POCKET: { description: 'Pocket accounts; `Pocket` in the body.' },
    CUSTOMER: { description: 'Customers; `Customer` in the body.' },
    PIX: { description: 'Instant payments; `Pix` in the body.' },
    TED: { description: 'Bank transfers; `Ted` in the body.' },
    ACCOUNT: { description: 'Payment accounts; `Account` in the body.' },
    WEBHOOK: { description: 'Webhook configurations; `Webhook` in the body.' },
    OTHER: { description: 'A context that this release does not know; see `rawContext`.' },
  },
});

/** Declares the enum of event names, once the events of all capabilities are declared. */
export function declareEventNames(): void {
  registerEnumType(EventName, {
    name: 'EventName',
    description: 'Names of all events.',
    valuesConfig: {
      ...Object.fromEntries(declaredEvents().map(({ name, description }) => [name, { description }])),
      OTHER: { description: 'An event that this release does not know; see `rawName`.' },
    },
  });
}

@InterfaceType('WebhookEvent', {
  description: 'An event of the log that webhooks, subscriptions and queries share. Each event name has its own type.',
})
export abstract class WebhookEventType {
  @Field(() => ID, { description: 'A UUID; the same in queries, subscriptions and webhooks.' })
  readonly id: string;

  @Field(() => EventName, {
    description: 'Name of the event, such as PIX_CASH_IN_WAS_CLEARED; each name has its own GraphQL type.',
  })
  readonly name: EventName;

  @Field(() => EventContext, {
    description: 'Domain of the event: pockets, customers, accounts, instant payments, bank transfers or webhooks.',
  })
  readonly context: EventContext;

  @Field(() => String, {
    description: 'Name of the event as in its body; it never changes, and identifies the event if `name` is OTHER.',
  })
  readonly rawName: string;

  @Field(() => String, { description: 'Context of the event as in its body, such as `Pix`.' })
  readonly rawContext: string;

  @Field(() => String, {
    description:
      "Identifies the subject: a pocket number, a customer's CPF, or the id of a cash-in or of a webhook configuration.",
  })
  readonly entityId: string;

  @Field(() => UuidScalar, { description: 'The idempotency key in the body: use it to handle the event only once.' })
  readonly idempotencyKey: string;

  @Field(() => UuidScalar, { description: 'Correlation id of the request that caused this event.' })
  readonly correlationId: string;

  @Field(() => DateTimeScalar, { description: 'When it happened, in UTC, such as `2026-11-20T12:00:00.123Z`.' })
  readonly occurredAt: string;

  @Field(() => String, {
    description:
      "Sequence of the event within the partner's log, such as `2.1841`: epoch and position. The position increases by one with each event, across epochs too. The epoch increases after a restore; lost events keep the earlier epoch.",
  })
  readonly sequence: string;

  /** Not shown; identifies the subject. Null: it is not stored here. */
  readonly subjectId: string | null;

  /** Identifies the messages. */
  readonly position: string;

  @Extensions({ kilobytes: BODY_KILOBYTES })
  @Field(() => String, {
    description: 'The exact text that webhooks send; signatures and checkpoints are computed from it.',
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

  /** An error is returned: a compiled document does not catch what a property throws, and the process would end. */
  get payload(): object {
    try {
      return parseJsonObject(this.body);
    } catch (cause) {
      return new Error('The body of an event is not a JSON object.', { cause });
    }
  }
}

// Without their descriptors: type-graphql would run a getter through its resolver chain.
Field(() => String, {
  description: 'Cursor of the event in the log; opaque, and the same in queries and subscriptions.',
})(WebhookEventType.prototype, 'cursor');
Field(() => JsonObjectScalar, { description: 'The body that webhooks send, as JSON.' })(
  WebhookEventType.prototype,
  'payload',
);
Extensions({ kilobytes: BODY_KILOBYTES })(WebhookEventType.prototype, 'payload');

@ObjectType('OtherEvent', {
  description:
    'An event that this release does not know, or whose subject it cannot show; `payload` holds all of its data.',
  implements: WebhookEventType,
  simpleResolvers: true,
})
export class OtherEventType extends WebhookEventType {}
