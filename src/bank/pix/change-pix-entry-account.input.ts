import { Field, InputType } from 'type-graphql';
import { PixAccountInput } from './register-pix-entry.input.ts';

@InputType({ description: 'An addressing key that is to identify another account of its holder.' })
export class ChangePixEntryAccountInput {
  @Field(() => String, { description: 'Value of the key, such as `ana@example.com` or `+5511987650077`.' })
  readonly key!: string;

  @Field(() => PixAccountInput, { description: 'The account that the key is to identify.' })
  readonly account!: PixAccountInput;

  @Field(() => String, {
    nullable: true,
    description:
      'CPF or CNPJ of the requesting user, digits only, such as `10020030169`. If given, it must be that of the holder.',
  })
  readonly userId?: string | null;
}
