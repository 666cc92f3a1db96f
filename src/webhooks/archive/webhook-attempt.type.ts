import { Field, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar, DurationScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { wholeMilliseconds } from '../../kernel/duration.ts';
import { attemptErrorOf, WebhookAttemptError } from './webhook-attempt-error.enum.ts';
import type { WebhookAttemptRow } from './webhook-message.rows.ts';

@ObjectType('WebhookAttempt', {
  description: 'One attempt to deliver a message, with its result.',
  simpleResolvers: true,
})
export class WebhookAttemptType {
  @Field(() => DateTimeScalar, { description: 'When the call began.' })
  readonly at: string | Date;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the response; null if there was none.' })
  readonly httpStatus: number | null;

  @Field(() => WebhookAttemptError, { nullable: true, description: 'What went wrong; null for 2xx.' })
  readonly error: WebhookAttemptError | null;

  @Field(() => DurationScalar, { description: 'Duration of the call, until the response or the timeout.' })
  readonly elapsedHttpCall: number;

  @Field(() => Int, { description: 'The same in milliseconds.' })
  readonly durationMs: number;

  constructor(row: Omit<WebhookAttemptRow, 'messageId' | 'at'> & { readonly at: string | Date }) {
    this.at = row.at;
    this.httpStatus = row.httpStatus;
    this.error = attemptErrorOf(row);
    this.elapsedHttpCall = row.elapsedHttpCallUs;
    this.durationMs = wholeMilliseconds(row.elapsedHttpCallUs);
  }
}
