import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { DocumentAnalysisStatus, DocumentSide, IdentityDocumentType } from './document-analysis.enum.ts';
import type { DocumentAnalysisRow } from './document-analysis.rows.ts';

registerEnumType(IdentityDocumentType, {
  name: 'IdentityDocumentType',
  description: 'What a picture that is sent for analysis shows.',
  valuesConfig: {
    RG: { description: 'Registro Geral, the general identity card; needs a side.' },
    CNH: { description: "Carteira Nacional de Habilitação, the driver's licence; needs a side." },
    RNE: { description: 'Registro Nacional de Estrangeiros, the former card of foreigners; needs a side.' },
    CRNM: { description: 'Carteira de Registro Nacional Migratório, the card of foreigners; needs a side.' },
    DNI: { description: 'Documento Nacional de Identidade, the national identity document; needs a side.' },
    SELFIE: { description: 'The person; the first to be sent, without a side.' },
  },
});

registerEnumType(DocumentSide, {
  name: 'DocumentSide',
  description: 'Sides of an identity document.',
  valuesConfig: { FRONT: { description: 'Its front.' }, BACK: { description: 'Its back.' } },
});

registerEnumType(DocumentAnalysisStatus, {
  name: 'DocumentAnalysisStatus',
  description: 'Where the analysis of a picture stands.',
  valuesConfig: {
    ANALYZING: { description: 'Under automatic analysis.' },
    APPROVED: { description: 'Good for a registration of this person, in the role of its type and side.' },
    REJECTED: { description: 'Not good for anything: send another picture.' },
  },
});

@ObjectType('DocumentAnalysis', {
  description: 'A picture that was sent for analysis. The picture itself is not kept.',
  simpleResolvers: true,
})
export class DocumentAnalysisType {
  @Field(() => String, {
    description: 'A UUID. By it the analysis is asked for, and named in the `documentation` of a registration.',
  })
  readonly token: string;

  @Field(() => DocumentAnalysisStatus, { description: 'Where the analysis stands.' })
  readonly status: DocumentAnalysisStatus;

  @Field(() => IdentityDocumentType, { description: 'What the picture shows.' })
  readonly documentType: IdentityDocumentType;

  @Field(() => DocumentSide, { nullable: true, description: 'Which side of it; null for a selfie.' })
  readonly documentSide: DocumentSide | null;

  @Field(() => DateTimeScalar, { description: 'When the picture was sent, in UTC.' })
  readonly submittedAt: string;

  constructor(row: DocumentAnalysisRow) {
    this.token = row.token;
    this.status = row.status;
    this.documentType = row.documentType;
    this.documentSide = row.documentSide;
    this.submittedAt = row.submittedAt;
  }
}
