import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import type { RequestContext } from '../../../platform/requests/request-context.ts';
import { instantOf } from '../../../platform/statements/instant.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { FreshnessType } from './freshness.type.ts';
import { isFresh, readingLoaders } from './reading.loader.ts';

/** An entity that a provider keeps. */
interface Kept {
  readonly id: string;
  /** When it was created, in ISO 8601: it counts as read then, if no later reading is noted. */
  readonly createdAt: string;
}

/** Adds the field `freshness` to a type: the age of its stored data. Without a provider it costs nothing. */
export function freshnessResolver(type: ClassType<Kept>, provider: ProviderSide | undefined): object {
  @Resolver(() => type)
  class FreshnessResolver {
    @FieldResolver(() => FreshnessType, { description: 'How current the data is, if a provider keeps it.' })
    async freshness(@Root() kept: Kept, @Ctx() context: RequestContext): Promise<FreshnessType> {
      if (provider === undefined) return new FreshnessType(context.clock.now(), false);
      const readAt = await readingLoaders[''](context).load(kept.id);
      return new FreshnessType(readAt ?? instantOf(kept.createdAt), !isFresh(provider, readAt));
    }
  }
  return new FreshnessResolver();
}
