import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { BudgetName } from '../../platform/limits/budget.ts';

registerEnumType(BudgetName, {
  name: 'BudgetName',
  description: 'Rate limits of a partner.',
  valuesConfig: {
    READS: { description: 'Queries and subscriptions.' },
    MUTATIONS: { description: 'Root fields of mutations.' },
    CUSTOMER_LOOKUPS: { description: 'PHONE_ALREADY_IN_USE and EMAIL_ALREADY_IN_USE.' },
    KEY_LOOKUPS: { description: 'ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER.' },
  },
});

@ObjectType('Budget', {
  description: 'A rate limit of a partner, and what is left of it.',
  simpleResolvers: true,
})
export class BudgetType {
  @Field(() => BudgetName, { description: 'What is counted.' })
  readonly name!: BudgetName;

  @Field(() => Int, { description: 'Size of the budget when full.' })
  readonly limit!: number;

  @Field(() => Int, { description: 'What is left now.' })
  readonly remaining!: number;

  @Field(() => Int, { description: 'Seconds until it is full again if nothing more is used; 0 if it is full.' })
  readonly resetSeconds!: number;
}
