import { Extensions, Field, Int, ObjectType } from 'type-graphql';
import { Edge, type Page } from './page-content.ts';
import { PageInfoType } from './page-info.type.ts';

/** What a count costs (ours): it reads up to 10,000 entries of an index, which takes as long as reading ten objects. */
const COUNT_COST = 10;

type AbstractClass<Instance> = abstract new (...values: never[]) => Instance;

/**
 * Declares the connection and edge types of a node type: `PocketConnection` and `PocketEdge` for `Pocket`. Edge fields
 * have no property descriptor: type-graphql would run a getter through its resolver chain, once per row.
 */
export function connectionOf<Node extends object>(name: string, nodeType: () => AbstractClass<Node>, items: string) {
  class EdgeType extends Edge<Node> {}
  Field(() => String, { description: `Cursor of this item; opaque.` })(EdgeType.prototype, 'cursor');
  Field(nodeType, { description: 'The item itself.' })(EdgeType.prototype, 'node');
  ObjectType(`${name}Edge`, { description: `An item of a page of ${items}, and its cursor.`, simpleResolvers: true })(
    EdgeType,
  );

  @ObjectType(`${name}Connection`, { description: `A page of ${items}.`, simpleResolvers: true })
  class ConnectionType {
    private readonly page: Page<Node>;

    constructor(page: Page<Node>) {
      this.page = page;
    }

    @Field(() => [EdgeType], { description: 'The items of the page with their cursors.' })
    edges(): Promise<readonly Edge<Node>[]> {
      return this.page.edges();
    }

    @Field(() => [nodeType()], { description: 'The items of the page, without their cursors.' })
    nodes(): Promise<readonly Node[]> {
      return this.page.nodes();
    }

    @Field(() => PageInfoType, { description: 'Position of this page in the connection.' })
    pageInfo(): PageInfoType {
      return new PageInfoType(this.page);
    }

    @Extensions({ cost: COUNT_COST })
    @Field(() => Int, {
      description: `Number of items that match the filter, or 10,000 if there are more and \`totalCountIsExact\` is false; counted only if this field is selected, which costs ${COUNT_COST}.`,
    })
    async totalCount(): Promise<number> {
      return (await this.page.total()).count;
    }

    @Extensions({ cost: COUNT_COST })
    @Field(() => Boolean, { description: 'Whether `totalCount` is exact; false if more than 10,000 items match.' })
    async totalCountIsExact(): Promise<boolean> {
      return (await this.page.total()).isExact;
    }
  }
  return ConnectionType;
}
