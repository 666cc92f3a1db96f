import { Field, InputType } from 'type-graphql';
import { DocumentSide, IdentityDocumentType } from './document-analysis.enum.ts';

@InputType({ description: 'A picture to analyse.' })
export class SubmitDocumentInput {
  @Field(() => String, { description: 'CPF of the person, 11 digits without a mask, such as `10020030240`.' })
  readonly documentNumber!: string;

  @Field(() => IdentityDocumentType, {
    description:
      'What the picture shows. Submit a SELFIE first: the others require one for the same CPF that is not rejected.',
  })
  readonly documentType!: IdentityDocumentType;

  @Field(() => DocumentSide, {
    nullable: true,
    description: 'Which side; required for all but SELFIE, which has none.',
  })
  readonly documentSide?: DocumentSide | null;

  @Field(() => String, { description: 'JPEG or PNG in base64, at most 1 MiB decoded. It is not stored.' })
  readonly image!: string;
}
