import { Field, ID, InterfaceType } from 'type-graphql';

@InterfaceType('Node', { description: 'Anything that can be fetched again by its id.' })
export abstract class NodeType {
  @Field(() => ID, { description: 'A UUID, unique over all types.' })
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}
