import { Field, InputType } from 'type-graphql';
import { TaxpayerIdType } from '../../../kernel/taxpayer-id.ts';

@InputType('DocumentInput', { description: 'A CPF or CNPJ, which identifies a taxpayer.' })
export class TaxpayerIdInput {
  @Field(() => String, { description: 'Its digits, without a mask: 11 for a CPF, 14 for a CNPJ.' })
  readonly value!: string;

  @Field(() => TaxpayerIdType, { description: 'Kind of the document: CPF for a person, CNPJ for a company.' })
  readonly type!: TaxpayerIdType;
}
