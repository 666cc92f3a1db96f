import type { RefusalTable } from './kernel/domain-error.ts';
import type { DeclaredEvent } from './platform/graphql/vocabulary/event-subject.ts';
import type { KeepsPerson } from './platform/commands/keeps-person.ts';
import type { Seed } from './platform/schema/seed.ts';
import type { AddedMembers } from './platform/graphql/vocabulary/result-union.ts';
import type { NodeSource } from './platform/graphql/vocabulary/node.resolver.ts';
import type { DatabaseOptions } from './platform/database/opened-database.ts';
import type { MakeLoop, Work } from './platform/loops/loops.ts';
import type { ApiRights } from './platform/schema/grants.ts';
import type { Retention } from './platform/loops/retention.ts';
import type { SharedGauge } from './platform/observability/shared-gauge.ts';
import type { SealedSecrets } from './platform/secrets/resealed-secrets.ts';

/**
 * What a capability adds to the product. `capabilities.ts` lists all of them; everything else is derived from these.
 * @typeParam ResolverNeeds what its resolvers need; never a database, since they use that of the caller's context
 * @typeParam WorkNeeds what its background work needs
 */
export interface Capability<ResolverNeeds = unknown, WorkNeeds = unknown> {
  /** Its folder in src. */
  readonly folder: string;
  /** Folders of the capabilities that it may import from; a test checks this. */
  readonly neighbours?: readonly string[];
  readonly entities?: DatabaseOptions['entities'];
  /** Its migrations; those of all capabilities run in the order of their names. */
  readonly migrations?: DatabaseOptions['migrations'];
  /** Rights of an `api` process on its tables in its own name; everything else runs as the calling partner. */
  readonly apiRights?: readonly ApiRights[];
  readonly refusals?: readonly RefusalTable[];
  readonly events?: readonly DeclaredEvent[];
  /** What it adds to unions of others. */
  readonly members?: AddedMembers;
  /** What `Query.node` finds. */
  readonly nodes?: readonly NodeSource[];
  readonly resolvers?: (needs: ResolverNeeds) => readonly object[];
  readonly work?: (needs: WorkNeeds, loop: MakeLoop) => readonly Work[];
  readonly retention?: readonly Retention[];
  readonly gauges?: readonly SharedGauge[];
  /** Its encrypted secrets, to be encrypted again when the key changes. */
  readonly sealed?: readonly SealedSecrets[];
  /** What of it can keep the data of a person from being erased. */
  readonly keepsPerson?: KeepsPerson;
  /** Adds what it has in the sandbox world, after all else; also to a world that was made without it. */
  readonly seed?: Seed;
}
