import { Field, InputType } from 'type-graphql';
import { AddressingKeyInput } from '../pix/addressing-key.input.ts';

@InputType({ description: 'An e-mail address or phone that a holder is to prove.' })
export class CreateTotpInput {
  @Field(() => String, {
    description:
      'CPF (11 digits) or CNPJ (14) of a holder of an account of the partner, digits only, such as `10020030169`.',
  })
  readonly documentNumber!: string;

  @Field(() => AddressingKeyInput, {
    description: 'The key that is to be registered, of type EMAIL or PHONE; no other type needs a code.',
  })
  readonly addressingKey!: AddressingKeyInput;
}

@InputType({ description: 'The code that has come in at an e-mail address or phone.' })
export class ValidateTotpInput {
  @Field(() => String, { description: 'The `hash` that createTotp gave.' })
  readonly hash!: string;

  @Field(() => String, {
    description: 'The code, six digits such as `041207`; zeros at its front count. Five wrong ones end the challenge.',
  })
  readonly code!: string;
}
