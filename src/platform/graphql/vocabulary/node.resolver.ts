import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { RequiresScopes } from '../../auth/requires-scopes.decorator.ts';
import type { Scope } from '../../auth/scope.ts';
import { isUuid } from '../../../kernel/uuid.ts';
import { badArgument } from '../errors/client-error.ts';
import { NodeType } from './node.type.ts';
import { PAGE_SIZE_MAX } from '../../statements/page-window.ts';
import { principalOf, type RequestContext } from '../../requests/request-context.ts';

/** Finds the nodes of one type; ids of other types and partners are simply not found. */
export interface NodeSource {
  /** A token without this scope does not see the nodes of the type. */
  readonly scope: Scope;
  readonly find: (context: RequestContext, ids: readonly string[]) => Promise<readonly NodeType[]>;
}

/** Finds nodes of any type that the caller may see, by their ids in lower case. */
export type FindNodes = (context: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, NodeType>>;

/** Finds nodes in all sources that the token may read. */
export function findNodesIn(sources: readonly NodeSource[]): FindNodes {
  return async (context, ids) => {
    const { scopes } = principalOf(context);
    const visible = ids.length === 0 ? [] : sources.filter(({ scope }) => scopes.has(scope));
    const found = await Promise.all(visible.map(({ find }) => find(context, ids)));
    return new Map(found.flat().map((node) => [node.id, node]));
  };
}

@Resolver()
export class NodeResolver {
  private readonly findNodes: FindNodes;

  constructor(findNodes: FindNodes) {
    this.findNodes = findNodes;
  }

  @RequiresScopes()
  @Query(() => NodeType, {
    nullable: true,
    description: 'An object by its id; null if there is none, or if the token may not read it.',
  })
  async node(
    @Arg('id', () => ID, {
      description: 'Id of the object, a UUID.',
    })
    id: string,
    @Ctx() context: RequestContext,
  ): Promise<NodeType | null> {
    const [node = null] = await this.nodes([id], context);
    return node;
  }

  @RequiresScopes()
  @Query(() => [NodeType], {
    nullable: 'items',
    description: 'Several objects by their ids, in the given order, at most 100; null where `node` returns null.',
  })
  async nodes(
    @Arg('ids', () => [ID], { description: 'The ids of the nodes, at most 100.' }) ids: string[],
    @Ctx() context: RequestContext,
  ): Promise<(NodeType | null)[]> {
    if (ids.length > PAGE_SIZE_MAX)
      throw badArgument('ids', `There are ${ids.length} ids: give at most ${PAGE_SIZE_MAX}.`);
    const wanted = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))];
    const byId = await this.findNodes(context, wanted);
    return ids.map((id) => byId.get(id.toLowerCase()) ?? null);
  }
}
