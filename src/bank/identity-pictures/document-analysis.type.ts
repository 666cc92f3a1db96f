import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { DocumentAnalysisStatus, DocumentSide, IdentityDocumentType } from './document-analysis.enum.ts';
import type { DocumentAnalysisRow } from './document-analysis.rows.ts';

registerEnumType(IdentityDocumentType, {
  name: 'IdentityDocumentType',
  description: 'Kinds of picture that can be submitted for analysis.',
  valuesConfig: {
    RG: { description: 'Registro Geral, the general identity card; requires a side.' },
    CNH: { description: "Carteira Nacional de Habilitação, the driver's licence; requires a side." },
    RNE: { description: 'Registro Nacional de Estrangeiros, the previous card of foreigners; requires a side.' },
    CRNM: { description: 'Carteira de Registro Nacional Migratório, the card of foreigners; requires a side.' },
    DNI: { description: 'Documento Nacional de Identidade, the national identity document; requires a side.' },
    SELFIE: { description: 'The person; submitted first, without a side.' },
  },
});

registerEnumType(DocumentSide, {
  name: 'DocumentSide',
  description: 'Sides of an identity document.',
  valuesConfig: { FRONT: { description: 'Its front.' }, BACK: { description: 'Its back.' } },
});

registerEnumType(DocumentAnalysisStatus, {
  name: 'DocumentAnalysisStatus',
  description: 'Status of the analysis of a picture.',
  valuesConfig: {
    ANALYZING: { description: 'Under automatic analysis.' },
    APPROVED: { description: 'Accepted for a registration of this person, for its type and side.' },
    REJECTED: { description: 'Rejected: submit another picture.' },
  },
});

@ObjectType('DocumentAnalysis', {
  description: 'A picture that was submitted for analysis. The picture itself is not stored.',
  simpleResolvers: true,
})
export class DocumentAnalysisType {
  @Field(() => String, {
    description:
      'A UUID that identifies the analysis in `documentAnalysis` and in the `documentation` of a registration.',
  })
  readonly token: string;

  @Field(() => DocumentAnalysisStatus, { description: 'Status of the analysis.' })
  readonly status: DocumentAnalysisStatus;

  @Field(() => IdentityDocumentType, { description: 'What the picture shows.' })
  readonly documentType: IdentityDocumentType;

  @Field(() => DocumentSide, { nullable: true, description: 'Side of the document; null for a selfie.' })
  readonly documentSide: DocumentSide | null;

  @Field(() => DateTimeScalar, { description: 'When the picture was submitted, in UTC.' })
  readonly submittedAt: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was decided, in UTC; null while ANALYZING.' })
  readonly decidedAt: string | null;

  constructor(row: DocumentAnalysisRow) {
    this.token = row.token;
    this.status = row.status;
    this.documentType = row.documentType;
    this.documentSide = row.documentSide;
    this.submittedAt = row.submittedAt;
    this.decidedAt = row.decidedAt ?? null;
  }
}
