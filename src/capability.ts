import type { ShownEvent } from './events/readers/shown-event.type.ts';
import type { RefusalTable } from './kernel/domain-error.ts';
import type { NodeSource } from './platform/graphql/vocabulary/node.resolver.ts';
import type { DatabaseOptions } from './platform/database/open-database.ts';
import type { MakeLoop, Work } from './platform/loops/loops.ts';
import type { ShortenWaits } from './platform/database/set-back-clock.ts';
import type { ApiRights } from './platform/schema/grants.ts';
import type { Retention } from './platform/loops/retention.ts';
import type { AtProviderNeeds } from './provider/intents/provider-mutation.ts';
import type { ToldSubject } from './provider/events/event-subject.port.ts';
import type { Resumable } from './provider/intents/resume-intents.ts';
import type { AnyRestRow } from './rest/rest-row.ts';
import type { SharedGauge } from './platform/observability/shared-gauge.ts';

/**
 * What a capability adds to the product. `capabilities.ts` lists them all; everything else is made from what they say.
 * @typeParam ResolverNeeds what its resolvers are given; never a database, which is the caller's
 * @typeParam WorkNeeds what its work in the background is given
 */
export interface Capability<ResolverNeeds = unknown, WorkNeeds = unknown> {
  /** Its folder below src. */
  readonly folder: string;
  /** Folders of the capabilities that it may import from; a test holds it to that. */
  readonly neighbours?: readonly string[];
  readonly entities?: DatabaseOptions['entities'];
  /** Changes of the schema; all capabilities' are run in the order of their names. */
  readonly migrations?: DatabaseOptions['migrations'];
  /** What an `api` process does with its tables in its own name; all else it does as the partner that asks. */
  readonly apiRights?: readonly ApiRights[];
  readonly refusals?: readonly RefusalTable[];
  readonly events?: readonly ShownEvent[];
  /** What `Query.node` finds. */
  readonly nodes?: readonly NodeSource[];
  readonly resolvers?: (needs: ResolverNeeds) => readonly object[];
  /** Paths of the partner API that it serves, or will. */
  readonly rest?: readonly AnyRestRow[];
  /** Mutations of its that a provider can do, to be taken up again after an answer was lost. */
  readonly atProvider?: (needs: AtProviderNeeds) => readonly Resumable[];
  /** How it handles events of its subjects that a provider sends. */
  readonly toldSubjects?: readonly ToldSubject[];
  readonly work?: (needs: WorkNeeds, loop: MakeLoop) => readonly Work[];
  readonly retention?: readonly Retention[];
  /** What waits in its tables for an instant, should the clock of the database be set back. */
  readonly waits?: readonly ShortenWaits[];
  readonly gauges?: readonly SharedGauge[];
}
