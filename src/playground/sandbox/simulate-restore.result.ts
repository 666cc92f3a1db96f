import { createUnionType, Field, ObjectType } from 'type-graphql';

@ObjectType('SimulateRestoreSuccess', { description: 'Events have another epoch from now on.', simpleResolvers: true })
export class SimulateRestoreSuccessType {
  @Field(() => String, {
    description:
      'A cursor of an event that the restore has lost: refused with CURSOR_FROM_LOST_FUTURE wherever it is given.',
  })
  readonly lostCursor: string;

  constructor(lostCursor: string) {
    this.lostCursor = lostCursor;
  }
}

export const SimulateRestoreResult = createUnionType({
  name: 'SimulateRestoreResult',
  description: 'What a restore has left.',
  types: () => [SimulateRestoreSuccessType],
});
