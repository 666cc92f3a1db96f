import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { AddressingKeyType } from './addressing-key.enum.ts';

registerEnumType(AddressingKeyType, {
  name: 'AddressingKeyType',
  description: 'Kinds of addressing key.',
  valuesConfig: {
    CPF: { description: 'The CPF of the holder, a natural person.' },
    CNPJ: { description: 'The CNPJ of the holder, a company.' },
    EVP: { description: 'A random key, a UUID that is made at its registration.' },
    PHONE: { description: 'A phone of the holder, in E.164 form; needs a transactional hash.' },
    EMAIL: { description: 'An e-mail address of the holder; needs a transactional hash.' },
  },
});

@ObjectType('AddressingKey', { description: 'A key that stands for an account.', simpleResolvers: true })
export class AddressingKeyObjectType {
  @Field(() => AddressingKeyType, { description: 'Kind of the key.' })
  readonly type: AddressingKeyType;

  @Field(() => String, {
    description:
      'Value of the key in its normal form: phones in E.164 form, e-mail addresses and EVP keys in lower case.',
  })
  readonly value: string;

  constructor(type: AddressingKeyType, value: string) {
    this.type = type;
    this.value = value;
  }
}
