import { Field, InputType } from 'type-graphql';
import { AddressingKeyInput } from '../pix/addressing-key.input.ts';

@InputType({ description: 'An e-mail address or phone that a holder is to prove.' })
export class CreateTotpInput {
  @Field(() => String, { description: 'CPF or CNPJ of a holder of an account of the partner, digits alone.' })
  readonly documentNumber!: string;

  @Field(() => AddressingKeyInput, { description: 'The key that is to be registered, of type EMAIL or PHONE.' })
  readonly addressingKey!: AddressingKeyInput;
}

@InputType({ description: 'The code that has come in at an e-mail address or phone.' })
export class ValidateTotpInput {
  @Field(() => String, { description: 'What createTotp gave.' })
  readonly hash!: string;

  @Field(() => String, { description: 'The code, six digits; zeros at its front count.' })
  readonly code!: string;
}
