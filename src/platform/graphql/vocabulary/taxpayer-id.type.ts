import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { TaxpayerIdType } from '../../../kernel/taxpayer-id.ts';

registerEnumType(TaxpayerIdType, {
  name: 'DocumentType',
  description: 'Kinds of taxpayer document.',
  valuesConfig: {
    CPF: { description: 'Of a natural person, 11 digits.' },
    CNPJ: { description: 'Of a company, 14 digits.' },
  },
});

@ObjectType('Document', { description: 'A CPF or CNPJ, which identifies a taxpayer.', simpleResolvers: true })
export class TaxpayerIdObjectType {
  @Field(() => String, {
    description: 'Its digits, without a mask: 11 for a CPF, such as `10020030240`, 14 for a CNPJ.',
  })
  readonly value: string;

  @Field(() => TaxpayerIdType, { description: 'Kind of the document: CPF for a person, CNPJ for a company.' })
  readonly type: TaxpayerIdType;

  constructor(value: string, type: TaxpayerIdType) {
    this.value = value;
    this.type = type;
  }
}
