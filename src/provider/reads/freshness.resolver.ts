import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import type { RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { FreshnessType } from './freshness.type.ts';
import { isFresh, readingLoaders } from './reading.loader.ts';

/** Something that a provider keeps. */
interface Kept {
  readonly id: string;
  /** By ISO 8601: that it is there is known since. */
  readonly createdAt: string;
}

/** Shows how old what is stored of a type is. Without a provider it costs nothing. */
export function freshnessResolver(type: ClassType<Kept>, provider: ProviderSide | undefined): object {
  @Resolver(() => type)
  class FreshnessResolver {
    @FieldResolver(() => FreshnessType, { description: 'How current the data is, if a provider keeps it.' })
    async freshness(@Root() kept: Kept, @Ctx() context: RequestContext): Promise<FreshnessType> {
      if (provider === undefined) return new FreshnessType(context.clock.now(), false);
      const toldAt = await readingLoaders[''](context).load(kept.id);
      return new FreshnessType(toldAt ?? instantOf(kept.createdAt), !isFresh(provider, toldAt));
    }
  }
  return new FreshnessResolver();
}
