import { Field, ID, InterfaceType } from 'type-graphql';

@InterfaceType('Node', { description: 'An object that can be fetched by its id.' })
export abstract class NodeType {
  @Field(() => ID, { description: 'A UUID, unique over all types, such as `01a1fec7-9d24-7428-b745-ab16ed5279bf`.' })
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}
