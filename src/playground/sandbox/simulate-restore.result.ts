import { createUnionType, Field, ObjectType } from 'type-graphql';

@ObjectType('SimulateRestoreSuccess', { description: 'Events have a new epoch from now on.', simpleResolvers: true })
export class SimulateRestoreSuccessType {
  @Field(() => String, {
    description: 'A cursor of an event that the restore lost: it is refused with CURSOR_FROM_LOST_FUTURE.',
  })
  readonly lostCursor: string;

  constructor(lostCursor: string) {
    this.lostCursor = lostCursor;
  }
}

export const SimulateRestoreResult = createUnionType({
  name: 'SimulateRestoreResult',
  description: 'Result of a simulated restore.',
  types: () => [SimulateRestoreSuccessType],
});
