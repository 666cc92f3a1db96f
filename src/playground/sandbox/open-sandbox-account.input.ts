import { Field, InputType } from 'type-graphql';

@InputType({ description: 'For whom an account is to be opened.' })
export class OpenSandboxAccountInput {
  @Field(() => String, {
    description: 'CPF of an approved customer of the partner, digits only, such as `10020030169`.',
  })
  readonly documentNumber!: string;
}
