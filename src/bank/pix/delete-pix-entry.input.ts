import { Field, InputType } from 'type-graphql';

@InputType({ description: 'An addressing key to delete.' })
export class DeletePixEntryInput {
  @Field(() => String, { description: 'Value of the key, such as `ana@example.com` or `+5511987650077`.' })
  readonly key!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'CPF or CNPJ of the requesting user, digits only, such as `10020030169`. If given, it must be that of the holder.',
  })
  readonly userId?: string | null;
}
