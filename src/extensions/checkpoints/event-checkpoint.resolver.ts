import { Args, Ctx, Extensions, Query, Resolver } from 'type-graphql';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import type { ShownPages } from '../../platform/graphql/paging/page-reading.ts';
import type { NodeSource } from '../../platform/graphql/vocabulary/node.resolver.ts';
import { checkpointsOfPartner, FIND_CHECKPOINTS, type CheckpointRow } from './event-checkpoint.rows.ts';
import { checkpointColumns, EventCheckpointConnectionType, EventCheckpointType } from './event-checkpoint.type.ts';

const checkpointPages = new PagedList<CheckpointRow, EventCheckpointType>({
  ordering: 'eventCheckpoints',
  keyset: checkpointsOfPartner,
  keyOf: (row) => [String(row.toPosition)],
  toNode: (row) => new EventCheckpointType(row),
  shown: checkpointColumns,
});

export const checkpointNodes: NodeSource = {
  scope: Scope.WEBHOOK_READ,
  async find(context, ids) {
    const rows = await context.database.run(FIND_CHECKPOINTS, { partnerId: principalOf(context).partnerId, ids });
    return rows.map((row) => new EventCheckpointType(row));
  },
};

@Resolver()
export class EventCheckpointResolver {
  @RequiresScopes(Scope.WEBHOOK_READ)
  @Extensions({ pages: { list: checkpointPages } satisfies ShownPages })
  @Query(() => EventCheckpointConnectionType, {
    description:
      "Signed checkpoints of the partner's events, oldest first. One is created per 1,000 events, or one minute after the first event that has none.",
  })
  async eventCheckpoints(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof EventCheckpointConnectionType>> {
    const owner = principalOf(context).partnerId;
    return new EventCheckpointConnectionType(await checkpointPages.page(context, { owner, args }));
  }
}
