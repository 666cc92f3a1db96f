import type { DomainError } from '../../kernel/domain-error.ts';
import type { Caller, WithoutDatabase } from '../../platform/database/caller.ts';
import type { ProviderSide } from '../../provider/intents/provider-side.ts';
import type { Undecided } from '../../kernel/undecided.ts';
import type { DocumentAnalysisRow } from './document-analysis.rows.ts';
import type { PictureRequest } from './new-picture.value.ts';
import { submitDocumentToProvider } from './submit-document.provider.ts';
import { submitDocument, type SubmitDocumentDependencies } from './submit-document.ts';

/** Accepts a picture for analysis, here or at the provider. */
export type SubmitDocument = (
  caller: Caller,
  wanted: PictureRequest,
) => Promise<DocumentAnalysisRow | DomainError | Undecided>;

export interface SubmitDocumentNeeds extends WithoutDatabase<SubmitDocumentDependencies> {
  /** Undefined if this gateway itself is the bank. */
  readonly provider: ProviderSide | undefined;
}

export function submitDocumentPort({ provider, ...needs }: SubmitDocumentNeeds): SubmitDocument {
  return provider === undefined
    ? ({ database, requester }, wanted) => submitDocument({ ...needs, database }, requester, wanted)
    : (caller, wanted) =>
        submitDocumentToProvider(provider, { ...needs, database: caller.database }, { caller, wanted });
}
