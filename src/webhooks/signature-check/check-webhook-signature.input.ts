import { Field, ID, InputType } from 'type-graphql';
import { DateTimeScalar, JsonObjectScalar } from '../../platform/graphql/vocabulary/scalars.ts';

/** Longest body, in bytes of UTF-8 (ours): no body of ours is nearly as long. */
export const CHECKED_BODY_BYTES_MAX = 64 * 1_024;

@InputType({ description: 'A message as a receiver has got it.' })
export class CheckWebhookSignatureInput {
  @Field(() => ID, { description: 'Id of the configuration that it is of, a UUID.' })
  readonly configurationId!: string;

  @Field(() => JsonObjectScalar, {
    description: 'Its headers, in whatever case: `webhook-id`, `webhook-timestamp` and `webhook-signature` are read.',
  })
  readonly headers!: object;

  @Field(() => String, { description: 'Its body as it came, before any parser; at most 64 kB.' })
  readonly body!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it came; now where that is absent.' })
  readonly receivedAt?: string | null;
}
