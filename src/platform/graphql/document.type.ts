import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { DocumentType } from '../../kernel/document.ts';

registerEnumType(DocumentType, {
  name: 'DocumentType',
  description: "Kinds of a taxpayer's document.",
  valuesConfig: {
    CPF: { description: 'Of a natural person, 11 digits.' },
    CNPJ: { description: 'Of a company, 14 digits.' },
  },
});

@ObjectType('Document', { description: "A taxpayer's document.", simpleResolvers: true })
export class DocumentObjectType {
  @Field(() => String, {
    description: 'Its digits, without a mask: 11 for a CPF, such as `10020030240`, 14 for a CNPJ.',
  })
  readonly value: string;

  @Field(() => DocumentType, { description: 'Kind of the document: CPF for a person, CNPJ for a company.' })
  readonly type: DocumentType;

  constructor(value: string, type: DocumentType) {
    this.value = value;
    this.type = type;
  }
}
