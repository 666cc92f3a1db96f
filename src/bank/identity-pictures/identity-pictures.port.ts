import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { AskForDecisions, Perform } from '../elsewhere.port.ts';
import type { DocumentAnalysisRow } from './document-analysis.rows.ts';
import type { PictureRequest } from './new-picture.value.ts';
import { submitDocument, type SubmitDocumentDependencies } from './submit-document.ts';

/** Accepts a picture for analysis. */
export type SubmitDocument = Perform<PictureRequest, DocumentAnalysisRow>;

/** What of pictures may happen elsewhere. */
export interface PicturesElsewhere {
  readonly submitDocument?: SubmitDocument;
  readonly analysePictures?: AskForDecisions;
}

export interface SubmitDocumentNeeds extends WithoutDatabase<SubmitDocumentDependencies> {
  readonly elsewhere: PicturesElsewhere;
}

/** Accepts pictures elsewhere, or here. */
export function submitDocumentPort({ elsewhere, ...needs }: SubmitDocumentNeeds): SubmitDocument {
  return (
    elsewhere.submitDocument ??
    (({ database, requester }, wanted) => submitDocument({ ...needs, database }, requester, wanted))
  );
}
