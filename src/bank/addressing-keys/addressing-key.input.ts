import { Field, InputType } from 'type-graphql';
import { AddressingKeyType } from './addressing-key.enum.ts';

@InputType({ description: 'An addressing key to register or verify.' })
export class AddressingKeyInput {
  @Field(() => AddressingKeyType, { description: 'Kind of the key; it determines the format of the value.' })
  readonly type!: AddressingKeyType;

  @Field(() => String, {
    nullable: true,
    description:
      'CPF of 11 digits, CNPJ of 14, phone in E.164 format such as `+5511987650077`, or an e-mail address of at most 77 ASCII characters. Absent for EVP, which is generated.',
  })
  readonly value?: string | null;
}
