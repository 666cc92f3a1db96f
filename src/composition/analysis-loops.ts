import { analyseDocuments, type AnalyseDocumentsDependencies } from '../bank/identity-pictures/analyse-documents.ts';
import { WOKEN_REST_MS, type BackgroundLoop } from '../platform/loops/background-loop.ts';
import type { Logger } from '../platform/observability/logger.ts';
import {
  analyseRegistrations,
  type AnalyseRegistrationsDependencies,
} from '../bank/registrations/analyse-registrations.ts';
import { newlyLateRegistrations } from '../bank/registrations/late-registrations.rows.ts';

/** How often late registrations are looked for, in milliseconds. */
const LATENESS_REST_MS = 10_000;

/** Makes a loop that rests so long when there is nothing to do. */
export type MakeLoop = (name: string, restMs: number, work: () => Promise<boolean>) => BackgroundLoop;

export interface AnalysisLoops {
  readonly documents: BackgroundLoop;
  readonly registrations: BackgroundLoop;
  readonly late: BackgroundLoop;
}

/** What asks for analyses that are due, and what tells of those that are late. */
export function analysisLoops(
  loop: MakeLoop,
  services: AnalyseDocumentsDependencies & AnalyseRegistrationsDependencies,
  logger: Logger,
): AnalysisLoops {
  const { database, clock } = services;
  return {
    documents: loop('document-analyses', WOKEN_REST_MS, () => analyseDocuments(services)),
    registrations: loop('registration-analyses', WOKEN_REST_MS, () => analyseRegistrations(services)),
    late: loop('late-registrations', LATENESS_REST_MS, async () => {
      const late = await newlyLateRegistrations(database, clock.now());
      for (const registrationId of late) logger.warn({ registrationId }, 'the analysis of a registration is late');
      return late.length > 0;
    }),
  };
}
