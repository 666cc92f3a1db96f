import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { AddressingKeyType } from './addressing-key.enum.ts';

registerEnumType(AddressingKeyType, {
  name: 'AddressingKeyType',
  description: 'Kinds of addressing key.',
  valuesConfig: {
    CPF: { description: 'The CPF of the holder, a natural person.' },
    CNPJ: { description: 'The CNPJ of the holder, a company.' },
    EVP: { description: 'A random key: a UUID generated at registration.' },
    PHONE: { description: 'A phone of the holder, in E.164 format; requires a transactional hash.' },
    EMAIL: { description: 'An e-mail address of the holder; requires a transactional hash.' },
  },
});

@ObjectType('AddressingKey', {
  description: 'A key that identifies an account for instant payments.',
  simpleResolvers: true,
})
export class AddressingKeyObjectType {
  @Field(() => AddressingKeyType, { description: 'Kind of the key.' })
  readonly type: AddressingKeyType;

  @Field(() => String, {
    description: 'Normalized value of the key: phones in E.164 format, e-mail addresses and EVP keys in lower case.',
  })
  readonly value: string;

  constructor(type: AddressingKeyType, value: string) {
    this.type = type;
    this.value = value;
  }
}
