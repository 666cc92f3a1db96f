import type { Config } from '../config/config.ts';
import type { PictureJudge } from '../bank/identity-pictures/analyse-pictures.ts';
import type { RegistrationAnalysis } from '../bank/registration-decisions/analyse-registrations.ts';
import { judgedByProvider } from '../bank/identity-pictures/submit-document.provider.ts';
import type { Random } from '../kernel/random.ts';
import { decidedByProvider } from '../bank/registration-decisions/provider-decision.ts';
import { noteOwnEvent } from '../provider/events/note-own-event.ts';
import type { ProviderClient } from '../provider/calls/provider-call.ts';
import { analyseInSandbox, judgeInSandbox } from '../playground/sandbox-world/sandbox-analyses.rules.ts';

/** Pictures are analysed faster than registrations, by this factor. */
const DOCUMENT_HASTE = 4;

/** Who decides on pictures and registrations, and after what delay a decision is first requested. */
export interface Analyses {
  readonly analyseRegistration: RegistrationAnalysis;
  /** Undefined if no provider reports decisions. */
  readonly noteVerdict: typeof noteOwnEvent | undefined;
  readonly judgePicture: PictureJudge;
  readonly analysisSeconds: number;
  readonly documentAnalysisSeconds: number;
}

/**
 * If there is a provider, it decides; otherwise the sandbox does. Without either nothing is decided: registrations stay
 * pending and count as late after five minutes. None is approved because time passes.
 */
export function createAnalyses(
  { sandbox, analysisSeconds }: Config,
  client: ProviderClient | undefined,
  random: Random,
): Analyses {
  const undecided = () => Promise.resolve(undefined);
  const analyseHere = sandbox ? analyseInSandbox : undecided;
  const judgeHere = sandbox ? judgeInSandbox : undecided;
  return {
    analyseRegistration: client ? decidedByProvider(client) : analyseHere,
    noteVerdict: client && noteOwnEvent,
    judgePicture: client ? judgedByProvider(client, random) : judgeHere,
    analysisSeconds,
    documentAnalysisSeconds: analysisSeconds / DOCUMENT_HASTE,
  };
}
