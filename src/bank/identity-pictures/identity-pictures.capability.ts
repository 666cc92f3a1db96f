import { Migration20261123120000_turns_of_partners } from '../../../migrations/Migration20261123120000_turns_of_partners.ts';
import type { Capability } from '../../capability.ts';
import { shortenWaits } from '../../platform/database/set-back-clock.ts';
import { WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import { analysePictures, EARLIEST_PICTURE, type AnalysePicturesDependencies } from './analyse-pictures.ts';
import { DocumentAnalysisResolver } from './document-analysis.resolver.ts';
import { submitDocumentPort, type SubmitDocumentNeeds } from './submit-document.port.ts';
import { DocumentAnalysis } from './document-analysis.entity.ts';
import { documentAnalysisRefusals } from './document-analysis.errors.ts';
import { analysisRest } from './document-analysis.rest.ts';

/** Pictures of persons and their documents, and the analyses of them. */
export const identityPictures: Capability<SubmitDocumentNeeds, AnalysePicturesDependencies> = {
  folder: 'bank/identity-pictures',
  neighbours: ['provider/calls', 'provider/intents'],
  entities: [DocumentAnalysis],
  waits: [shortenWaits('document_analysis', ['due_at'])],
  migrations: [Migration20261123120000_turns_of_partners],
  refusals: [documentAnalysisRefusals],
  rest: analysisRest,
  resolvers: (needs) => [new DocumentAnalysisResolver(submitDocumentPort(needs))],
  work(needs, loop) {
    const name = 'document-analyses';
    const worker = loop(name, WOKEN_REST_MS, () => analysePictures(needs));
    return [{ name, worker, due: [EARLIEST_PICTURE] }];
  },
};
