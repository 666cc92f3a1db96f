import type { Config } from '../config/config.ts';
import type { DocumentJudge } from '../bank/identity-pictures/analyse-documents.ts';
import type { RegistrationAnalysis } from '../bank/registrations/analyse-registrations.ts';
import { analyseInSandbox, judgeInSandbox } from '../playground/sandbox/sandbox-analyses.rules.ts';

/** Pictures are analysed faster than registrations, by this factor. */
const DOCUMENT_HASTE = 4;

/** Who decides on pictures and registrations, and after how long that is first asked for. */
export interface Analyses {
  readonly analyseRegistration: RegistrationAnalysis;
  readonly judgeDocument: DocumentJudge;
  readonly analysisSeconds: number;
  readonly documentAnalysisSeconds: number;
}

/**
 * The sandbox decides by itself. Elsewhere an adapter for the provider that decides belongs here; without one nothing is
 * decided: registrations stay pending and count as late after five minutes. None is approved by waiting.
 */
export function createAnalyses({ sandbox, analysisSeconds }: Config): Analyses {
  const undecided = () => Promise.resolve(undefined);
  return {
    analyseRegistration: sandbox ? analyseInSandbox : undecided,
    judgeDocument: sandbox ? judgeInSandbox : undecided,
    analysisSeconds,
    documentAnalysisSeconds: analysisSeconds / DOCUMENT_HASTE,
  };
}
