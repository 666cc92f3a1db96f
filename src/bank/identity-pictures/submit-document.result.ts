import { Field, ObjectType } from 'type-graphql';
import { InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import type { DocumentAnalysisRow } from './document-analysis.rows.ts';
import { DocumentAnalysisType } from './document-analysis.type.ts';

@ObjectType('SubmitDocumentSuccess', { description: 'The picture is being analysed.', simpleResolvers: true })
export class SubmitDocumentSuccessType {
  @Field(() => DocumentAnalysisType, { description: 'Its analysis: query it by its token until it is decided.' })
  readonly analysis: DocumentAnalysisType;

  constructor(row: DocumentAnalysisRow) {
    this.analysis = new DocumentAnalysisType(row);
  }
}

export const SubmitDocumentResult = resultUnion({
  name: 'SubmitDocumentResult',
  description: 'The analysis, or an error.',
  types: () => [SubmitDocumentSuccessType, InvalidInputErrorType],
});
