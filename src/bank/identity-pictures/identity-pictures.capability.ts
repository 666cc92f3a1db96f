import type { Capability } from '../../capability.ts';
import { WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import type { FailingWork } from '../../platform/loops/failing-work.ts';
import type { ProviderSide } from '../../provider/intents/provider-side.ts';
import {
  analysePictures,
  EARLIEST_PICTURE,
  pollPictures,
  type AnalysePicturesDependencies,
} from './analyse-pictures.ts';
import { DocumentAnalysisResolver } from './document-analysis.resolver.ts';
import { submitDocumentPort, type SubmitDocumentNeeds } from './submit-document.port.ts';
import { DocumentAnalysis } from './document-analysis.entity.ts';
import { documentAnalysisRefusals } from './document-analysis.errors.ts';

interface PictureWorkNeeds extends AnalysePicturesDependencies {
  readonly failing: FailingWork;
  /** Undefined where this gateway is the bank itself. */
  readonly provider: ProviderSide | undefined;
}

/** Pictures of persons and their documents, and the analyses of them. */
export const identityPictures: Capability<SubmitDocumentNeeds, PictureWorkNeeds> = {
  folder: 'bank/identity-pictures',
  neighbours: ['provider/calls', 'provider/intents'],
  entities: [DocumentAnalysis],
  refusals: [documentAnalysisRefusals],
  resolvers: (needs) => [new DocumentAnalysisResolver(submitDocumentPort(needs))],
  work({ provider, ...needs }, loop) {
    const name = 'document-analyses';
    const worker =
      provider === undefined
        ? loop(name, WOKEN_REST_MS, () => analysePictures(needs))
        : pollPictures(name, loop, needs);
    return [{ name, worker, due: [EARLIEST_PICTURE] }];
  },
};
