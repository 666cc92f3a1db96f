import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { BudgetName } from '../../platform/limits/budget.ts';

registerEnumType(BudgetName, {
  name: 'BudgetName',
  description: 'What a partner is limited by.',
  valuesConfig: {
    READS: { description: 'Queries and subscriptions.' },
    MUTATIONS: { description: 'Root fields of mutations.' },
    CUSTOMER_LOOKUPS: { description: 'PHONE_ALREADY_IN_USE and EMAIL_ALREADY_IN_USE.' },
    KEY_LOOKUPS: { description: 'ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER.' },
  },
});

@ObjectType('Budget', {
  description: 'What a partner may do for a while, and what is left of it.',
  simpleResolvers: true,
})
export class BudgetType {
  @Field(() => BudgetName, { description: 'What is counted.' })
  readonly name!: BudgetName;

  @Field(() => Int, { description: 'How many there are when none is used.' })
  readonly limit!: number;

  @Field(() => Int, { description: 'How many are left now.' })
  readonly remaining!: number;

  @Field(() => Int, { description: 'In how many seconds it is full again, if nothing more is used; 0 when it is.' })
  readonly resetSeconds!: number;
}
