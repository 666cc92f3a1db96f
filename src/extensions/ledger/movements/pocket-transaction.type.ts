import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../../platform/graphql/paging/connection.type.ts';
import { MoneyType } from '../../../platform/graphql/vocabulary/money.type.ts';
import { NodeType } from '../../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar, UuidScalar } from '../../../platform/graphql/vocabulary/scalars.ts';
import { PocketTransactionStatus, PocketTransactionType } from './pocket-transaction.enum.ts';
import type { PocketTransactionRow } from './pocket-transaction.rows.ts';

registerEnumType(PocketTransactionType, {
  name: 'PocketTransactionType',
  description: 'What moves money between an account and a pocket.',
  valuesConfig: {
    SAVING: { description: 'From the account into the pocket.' },
    REDEEM: { description: 'From the pocket back to the account.' },
  },
});

registerEnumType(PocketTransactionStatus, {
  name: 'PocketTransactionStatus',
  description: 'How far a transaction is; here it is always DONE, unless a provider keeps the books.',
  valuesConfig: {
    CREATED: { description: 'The provider has it; no money has moved yet.' },
    DONE: { description: 'The money has moved.' },
    ERROR: { description: 'No money moves.' },
  },
});

@ObjectType('PocketTransaction', {
  description: 'A movement of money between a payment account and one of its pockets.',
  implements: NodeType,
  simpleResolvers: true,
})
export class PocketTransactionObjectType extends NodeType {
  @Field(() => UuidScalar, { description: 'Its code, as in the partner API: the same as `id`.' })
  readonly authenticationCode: string;

  @Field(() => PocketTransactionType, { description: 'What it is.' })
  readonly type: PocketTransactionType;

  @Field(() => PocketTransactionStatus, { description: 'How far it is.' })
  readonly status: PocketTransactionStatus;

  @Field(() => MoneyType, { description: 'How much it moves.' })
  readonly amount: MoneyType;

  @Field(() => String, { nullable: true, description: 'What it is for, if the partner said so.' })
  readonly description: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was made, in UTC.' })
  readonly createdAt: string;

  /** Not shown; used to load the pocket. */
  readonly pocketId: string;

  constructor({ id, type, status, amount, currency, description, createdAt, pocketId }: PocketTransactionRow) {
    super(id);
    this.authenticationCode = id;
    this.type = type;
    this.status = status;
    this.amount = new MoneyType(amount, currency);
    this.description = description;
    this.createdAt = createdAt;
    this.pocketId = pocketId;
  }
}

export const PocketTransactionConnectionType = connectionOf(
  'PocketTransaction',
  () => PocketTransactionObjectType,
  'transactions of a pocket',
);
