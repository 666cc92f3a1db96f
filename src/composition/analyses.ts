import type { Config } from '../config/config.ts';
import type { PictureJudge } from '../bank/identity-pictures/analyse-pictures.ts';
import type { RegistrationAnalysis } from '../bank/registration-decisions/analyse-registrations.ts';
import { analyseInSandbox, judgeInSandbox } from '../playground/sandbox-world/sandbox-analyses.rules.ts';

/** Pictures are analysed faster than registrations, by this factor. */
const DOCUMENT_HASTE = 4;

/** Who decides on pictures and registrations, and after what delay a decision is first requested. */
export interface Analyses {
  readonly analyseRegistration: RegistrationAnalysis;
  readonly judgePicture: PictureJudge;
  readonly analysisSeconds: number;
  readonly documentAnalysisSeconds: number;
}

/**
 * The sandbox decides. Elsewhere nothing is decided here: registrations stay pending and count as late after five
 * minutes. None is approved because time passes.
 */
export function createAnalyses({ sandbox, analysisSeconds }: Config): Analyses {
  const undecided = () => Promise.resolve(undefined);
  return {
    analyseRegistration: sandbox ? analyseInSandbox : undecided,
    judgePicture: sandbox ? judgeInSandbox : undecided,
    analysisSeconds,
    documentAnalysisSeconds: analysisSeconds / DOCUMENT_HASTE,
  };
}
