import { Field, ObjectType } from 'type-graphql';
import { MoneyType } from '../../../platform/graphql/vocabulary/money.type.ts';
import type { Balance, Money } from './balance.value.ts';

const moneyOf = ({ value, currency }: Money) => new MoneyType(value, currency);

@ObjectType('Balance', { description: 'How much money there is: total = available + hold.', simpleResolvers: true })
export class BalanceType implements Balance {
  @Field(() => MoneyType, { description: 'All of it.' })
  readonly total: MoneyType;

  @Field(() => MoneyType, { description: 'What can be moved.' })
  readonly available: MoneyType;

  @Field(() => MoneyType, { description: 'What was received and is not cleared yet.' })
  readonly hold: MoneyType;

  constructor({ total, available, hold }: Balance) {
    this.total = moneyOf(total);
    this.available = moneyOf(available);
    this.hold = moneyOf(hold);
  }
}
