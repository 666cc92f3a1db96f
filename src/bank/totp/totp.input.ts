import { Field, InputType } from 'type-graphql';
import { AddressingKeyInput } from '../addressing-keys/addressing-key.input.ts';

@InputType({ description: 'An e-mail address or phone to verify for a holder.' })
export class CreateTotpInput {
  @Field(() => String, {
    description:
      'CPF (11 digits) or CNPJ (14) of a holder of an account of the partner, digits only, such as `10020030169`.',
  })
  readonly documentNumber!: string;

  @Field(() => AddressingKeyInput, {
    description: 'The key to register, of type EMAIL or PHONE; other types require no code.',
  })
  readonly addressingKey!: AddressingKeyInput;
}

@InputType({ description: 'The code that was received at an e-mail address or phone.' })
export class ValidateTotpInput {
  @Field(() => String, { description: 'The `hash` from createTotp.' })
  readonly hash!: string;

  @Field(() => String, {
    description: 'The code, six digits such as `041207`, with leading zeros. Five wrong codes end the challenge.',
  })
  readonly code!: string;
}
