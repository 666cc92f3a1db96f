import { Field, InputType } from 'type-graphql';

@InputType({ description: 'How the signing keys change.' })
export class RotateSigningKeyInput {
  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Set it if the keys may have leaked: the keys change immediately, and previous ones are no longer used or published. Events of checkpoints that they signed are covered by the hash of the next checkpoint.',
  })
  readonly compromised!: boolean;
}
