import { Field, InputType } from 'type-graphql';
import { DocumentType } from '../../kernel/document.ts';

@InputType({ description: "A taxpayer's document." })
export class DocumentInput {
  @Field(() => String, { description: 'Its digits, without a mask: 11 for a CPF, 14 for a CNPJ.' })
  readonly value!: string;

  @Field(() => DocumentType, { description: 'Kind of the document: CPF for a person, CNPJ for a company.' })
  readonly type!: DocumentType;
}
