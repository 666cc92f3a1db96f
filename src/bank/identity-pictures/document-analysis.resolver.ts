import { Arg, Ctx, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { storedId } from '../../kernel/uuid.ts';
import { isStorableText } from '../../kernel/text.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { callerOf, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { requireDecision } from '../../platform/graphql/errors/require-decision.ts';
import { FIND_DOCUMENT_ANALYSES, FIND_DOCUMENT_ANALYSIS } from './document-analysis.rows.ts';
import { DocumentAnalysisType } from './document-analysis.type.ts';
import { SubmitDocumentInput } from './submit-document.input.ts';
import { SubmitDocumentResult, SubmitDocumentSuccessType } from './submit-document.result.ts';
import type { SubmitDocument } from './identity-pictures.port.ts';

@Resolver()
export class DocumentAnalysisResolver {
  private readonly submit: SubmitDocument;

  constructor(submit: SubmitDocument) {
    this.submit = submit;
  }

  @RequiresScopes(Scope.KYC_DOCUMENT_WRITE)
  @Extensions({ largeBody: true })
  @Mutation(() => SubmitDocumentResult, {
    nullable: true,
    description: 'Submits a picture of a person or of an identity document for automatic analysis.',
  })
  async submitDocument(
    @Arg('input', () => SubmitDocumentInput, { description: 'The picture.' }) input: SubmitDocumentInput,
    @Ctx() context: RequestContext,
  ): Promise<SubmitDocumentSuccessType | DomainError> {
    const result = requireDecision(await this.submit(callerOf(context), input));
    return result instanceof DomainError ? result : new SubmitDocumentSuccessType(result);
  }

  @RequiresScopes(Scope.KYC_DOCUMENT_READ)
  @Query(() => DocumentAnalysisType, {
    nullable: true,
    description: 'A document analysis of the partner by its token; null if there is none.',
  })
  async documentAnalysis(
    @Arg('token', () => String, { description: 'The token that submitDocument returned.' }) token: string,
    @Arg('documentNumber', () => String, {
      nullable: true,
      description: 'CPF of the person, 11 digits; if given, an analysis of another person is not found.',
    })
    documentNumber: string | null,
    @Ctx() context: RequestContext,
  ): Promise<DocumentAnalysisType | null> {
    if (!isStorableText(token)) return null;
    const values = { partnerId: principalOf(context).partnerId, token: storedId(token) };
    const [row] = await context.database.run(FIND_DOCUMENT_ANALYSIS, values);
    const isRequested = row !== undefined && (documentNumber ?? row.documentNumber) === row.documentNumber;
    return isRequested ? new DocumentAnalysisType(row) : null;
  }

  @RequiresScopes(Scope.KYC_DOCUMENT_READ)
  @Query(() => [DocumentAnalysisType], {
    description: 'Document analyses of a person, newest first, 100 at most.',
  })
  async documentAnalyses(
    @Arg('documentNumber', () => String, { description: 'CPF of the person, 11 digits.' }) documentNumber: string,
    @Arg('tokens', () => [String], {
      nullable: true,
      description: 'Tokens that submitDocument returned; absent or empty: all analyses.',
    })
    given: readonly string[] | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<readonly DocumentAnalysisType[]> {
    const asked = given ?? [];
    const tokens = asked.filter(isStorableText).map(storedId);
    const isOfNone = tokens.length === 0 && asked.length > 0;
    if (isOfNone || !isStorableText(documentNumber)) return [];
    const values = { partnerId: principalOf(context).partnerId, documentNumber, tokens };
    return (await context.database.run(FIND_DOCUMENT_ANALYSES, values)).map((row) => new DocumentAnalysisType(row));
  }
}
