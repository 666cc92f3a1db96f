import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { ViewerType } from '../../../bank/partners/viewer.type.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { RequestContext } from '../../../platform/requests/request-context.ts';
import type { Provider } from './open-provider.ts';
import { ProviderStatusType } from './provider-status.type.ts';

export interface ProviderStatusDependencies {
  /** Undefined: this gateway is the bank itself. */
  readonly provider: Provider | undefined;
  /** Counts the mutations of a partner whose outcome is not known yet. */
  readonly countOpenOutcomes: (database: Database, partnerId: string) => Promise<number>;
}

@Resolver(() => ViewerType)
export class ProviderStatusResolver {
  private readonly dependencies: ProviderStatusDependencies;

  constructor(dependencies: ProviderStatusDependencies) {
    this.dependencies = dependencies;
  }

  @FieldResolver(() => ProviderStatusType, {
    nullable: true,
    description: 'The provider behind the gateway; null if there is none.',
  })
  async provider(
    @Root() { partner }: ViewerType,
    @Ctx() { database }: RequestContext,
  ): Promise<ProviderStatusType | null> {
    const { provider, countOpenOutcomes } = this.dependencies;
    if (provider === undefined) return null;
    const [status, openOutcomes] = await Promise.all([
      provider.gate.status(partner),
      countOpenOutcomes(database, partner),
    ]);
    return new ProviderStatusType({ ...status, openOutcomes });
  }
}
