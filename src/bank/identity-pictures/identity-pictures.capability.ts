import { Migration20261129134000_tokens_of_providers } from '../../../migrations/Migration20261129134000_tokens_of_providers.ts';
import type { Capability } from '../../capability.ts';
import { WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import { analysePictures, EARLIEST_PICTURE, type AnalysePicturesDependencies } from './analyse-pictures.ts';
import { DocumentAnalysisResolver } from './document-analysis.resolver.ts';
import { submitDocumentPort, type PicturesElsewhere, type SubmitDocumentNeeds } from './identity-pictures.port.ts';
import { DocumentAnalysis } from './document-analysis.entity.ts';
import { documentAnalysisRefusals } from './document-analysis.errors.ts';

interface PictureWorkNeeds extends AnalysePicturesDependencies {
  readonly elsewhere: PicturesElsewhere;
}

/** Pictures of persons and their documents, and the analyses of them. */
export const identityPictures: Capability<SubmitDocumentNeeds, PictureWorkNeeds> = {
  folder: 'bank/identity-pictures',
  entities: [DocumentAnalysis],
  migrations: [Migration20261129134000_tokens_of_providers],
  refusals: [documentAnalysisRefusals],
  resolvers: (needs) => [new DocumentAnalysisResolver(submitDocumentPort(needs))],
  work({ elsewhere, ...needs }, loop) {
    const name = 'document-analyses';
    const worker = elsewhere.analysePictures?.(name, loop) ?? loop(name, WOKEN_REST_MS, () => analysePictures(needs));
    return [{ name, worker, due: [EARLIEST_PICTURE] }];
  },
};
