import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { RequiresScopes } from '../auth/requires-scopes.decorator.ts';
import { principalOf, type RequestContext } from '../requests/request-context.ts';
import type { FindNodes } from '../graphql/vocabulary/node.resolver.ts';
import { NodeType } from '../graphql/vocabulary/node.type.ts';
import { IdempotentMutation } from '../graphql/vocabulary/once-per-key.type.ts';
import { UuidScalar } from '../graphql/vocabulary/scalars.ts';
import { IdempotentOutcomeType } from './idempotent-outcome.type.ts';
import type { FindOutcome } from './idempotent-outcome.ts';

export interface IdempotentOutcomeDependencies {
  readonly findOutcome: FindOutcome;
  readonly findNodes: FindNodes;
}

@Resolver(() => IdempotentOutcomeType)
export class IdempotentOutcomeResolver {
  private readonly dependencies: IdempotentOutcomeDependencies;

  constructor(dependencies: IdempotentOutcomeDependencies) {
    this.dependencies = dependencies;
  }

  @RequiresScopes()
  @Query(() => IdempotentOutcomeType, {
    nullable: true,
    description:
      'The outcome of a mutation whose response was lost: its latest success with this key in the last 7 days. Waits up to 2 seconds for one in progress. Null if there was none; the key is then free.',
  })
  async idempotentOutcome(
    @Arg('mutation', () => IdempotentMutation, { description: 'The mutation.' }) mutation: string,
    @Arg('key', () => UuidScalar, { description: 'The `idempotencyKey` of its input.' }) key: string,
    @Ctx() context: RequestContext,
  ): Promise<IdempotentOutcomeType | null> {
    const { partnerId } = principalOf(context);
    const requested = { partnerId, mutation, key, now: context.clock.now() };
    const outcome = await this.dependencies.findOutcome(context.database, requested);
    return outcome === undefined ? null : new IdempotentOutcomeType(outcome);
  }

  @FieldResolver(() => NodeType, {
    nullable: true,
    description:
      'Current state of what was created; null unless SUCCEEDED, or if the token lacks the scope to read it.',
  })
  async subject(
    @Root() { subjectId }: IdempotentOutcomeType,
    @Ctx() context: RequestContext,
  ): Promise<NodeType | undefined> {
    if (subjectId === undefined) return undefined;
    return (await this.dependencies.findNodes(context, [subjectId])).get(subjectId);
  }
}
