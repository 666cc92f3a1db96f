import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { CheckedSignature } from './check-webhook-signature.ts';
import { SignatureStep } from './signature-step.enum.ts';

registerEnumType(SignatureStep, {
  name: 'SignatureStep',
  description: 'What is looked at of a received message, in this order.',
  valuesConfig: {
    HEADERS: { description: 'Whether the three headers of Standard Webhooks are there.' },
    TIMESTAMP: { description: 'Whether it was sent within five minutes of its coming.' },
    MESSAGE: { description: 'Whether it is of this configuration. Left out for an id that is not stored.' },
    BODY: { description: 'Whether the body is the one that was sent. Left out for an id that is not stored.' },
    V1: { description: 'Whether the secret of the configuration has signed it.' },
    V1A: { description: 'Whether a key of the partner has signed it.' },
  },
});

@ObjectType('SignatureReport', { description: 'What is wrong with a received message.', simpleResolvers: true })
export class SignatureReportType {
  @Field(() => SignatureStep, { nullable: true, description: 'The first step that fails; null: none does.' })
  readonly failed: SignatureStep | null;

  @Field(() => String, { description: 'What was found, and what to do.' })
  readonly advice: string;

  constructor({ failed, advice }: CheckedSignature) {
    this.failed = failed;
    this.advice = advice;
  }
}
