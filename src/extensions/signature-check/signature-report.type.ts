import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { CheckedSignature } from './check-webhook-signature.ts';
import { SignatureStep } from './signature-step.enum.ts';

registerEnumType(SignatureStep, {
  name: 'SignatureStep',
  description: 'Checks of a received message, in this order.',
  valuesConfig: {
    HEADERS: {
      description: 'Whether the three headers of Standard Webhooks are present, or those of `authorization: hmac`.',
    },
    TIMESTAMP: { description: 'Whether its timestamp is within five minutes of its receipt.' },
    MESSAGE: { description: 'Whether it belongs to this configuration. Skipped for an unknown id.' },
    BODY: { description: 'Whether the body is the one that was sent. Skipped for an unknown id.' },
    V1: { description: 'Whether it was signed with the secret of the configuration.' },
    V1A: { description: 'Whether it was signed with a key of the partner.' },
    HMAC: { description: 'Whether `authorization: hmac` is of the secret. Skipped without that header.' },
  },
});

@ObjectType('SignatureReport', { description: 'What is wrong with a received message.', simpleResolvers: true })
export class SignatureReportType {
  @Field(() => SignatureStep, { nullable: true, description: 'The first step that fails; null if none does.' })
  readonly failed: SignatureStep | null;

  @Field(() => String, { description: 'What was found, and what to do.' })
  readonly advice: string;

  constructor({ failed, advice }: CheckedSignature) {
    this.failed = failed;
    this.advice = advice;
  }
}
