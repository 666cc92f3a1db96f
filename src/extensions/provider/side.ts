import type { Capability } from '../../capability.ts';
import type { Elsewhere } from '../../ports.ts';
import type { PollNeeds } from './calls/poll-decisions.ts';
import type { ProviderSubject } from './events/event-subject.port.ts';
import type { AtProviderNeeds } from './intents/provider-mutation.ts';
import type { ProviderSide } from './intents/provider-side.ts';
import type { Resumable } from './intents/resume-intents.ts';

/** What sides need of the core. */
export interface SideNeeds extends AtProviderNeeds, PollNeeds {
  readonly cnpjMayHaveLetters: boolean;
  /** After how long the provider is asked for its decision on a picture, in seconds. */
  readonly documentAnalysisSeconds: number;
}

/** The provider's side of a capability: what of it happens there, and how that is stored here. */
export interface Side extends Capability<{ readonly provider: ProviderSide | undefined }> {
  /** Mutations that are stored before they are sent, to be resumed after a response was lost. */
  readonly mutations?: (needs: AtProviderNeeds) => readonly Resumable[];
  /** Handlers of the provider's events about its subjects. */
  readonly subjects?: readonly ProviderSubject[];
  readonly elsewhere?: (provider: ProviderSide, needs: SideNeeds) => Elsewhere;
}
