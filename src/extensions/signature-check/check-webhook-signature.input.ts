import { Field, ID, InputType } from 'type-graphql';
import { DateTimeScalar, JsonObjectScalar } from '../../platform/graphql/vocabulary/scalars.ts';

/** Longest body, in bytes of UTF-8 (ours): bodies of this gateway are much shorter. */
export const CHECKED_BODY_BYTES_MAX = 64 * 1_024;

@InputType({ description: 'A message as received.' })
export class CheckWebhookSignatureInput {
  @Field(() => ID, { description: 'Id of its configuration, a UUID.' })
  readonly configurationId!: string;

  @Field(() => JsonObjectScalar, {
    description:
      'Its headers, in any case: `webhook-id`, `webhook-timestamp` and `webhook-signature` are used, and of envelopes `authorization`, `nonce` and `requestTimestamp`.',
  })
  readonly headers!: object;

  @Field(() => String, { description: 'Its raw body, before any parsing; at most 64 kB.' })
  readonly body!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was received; now if absent.' })
  readonly receivedAt?: string | null;
}
