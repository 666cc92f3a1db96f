import { Field, InputType } from 'type-graphql';
import { DocumentSide, IdentityDocumentType } from './document-analysis.enum.ts';

@InputType({ description: 'A picture that is to be analysed.' })
export class SubmitDocumentInput {
  @Field(() => String, { description: 'CPF of the person, 11 digits without a mask, such as `10020030240`.' })
  readonly documentNumber!: string;

  @Field(() => IdentityDocumentType, {
    description: 'What the picture shows. SELFIE comes first: the others need an approved one of the same CPF.',
  })
  readonly documentType!: IdentityDocumentType;

  @Field(() => DocumentSide, { nullable: true, description: 'Which side; needed for all but SELFIE, which has none.' })
  readonly documentSide?: DocumentSide | null;

  @Field(() => String, { description: 'JPEG or PNG in base64, at most 1 MiB decoded. It is not kept.' })
  readonly image!: string;
}
