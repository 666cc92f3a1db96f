import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../../platform/graphql/paging/connection.type.ts';
import { MoneyType } from '../../../platform/graphql/vocabulary/money.type.ts';
import { NodeType } from '../../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar } from '../../../platform/graphql/vocabulary/scalars.ts';
import { ACCOUNT_CURRENCY } from './balance.value.ts';
import { StatementEntryKind } from './ledger.enum.ts';
import type { StatementEntryRow } from './statement.rows.ts';

registerEnumType(StatementEntryKind, {
  name: 'StatementEntryKind',
  description: "What changed an account's balance.",
  valuesConfig: {
    CASH_IN: { description: 'Money was received, and cleared.' },
    SAVING: { description: 'Money went into a pocket.' },
    REDEEM: { description: 'Money came back from a pocket.' },
  },
});

@ObjectType('StatementEntry', {
  description: 'A movement of the available balance of a payment account.',
  implements: NodeType,
  simpleResolvers: true,
})
export class StatementEntryType extends NodeType {
  @Field(() => Int, { description: 'Its number in the statement of the account: from 1, without a gap.' })
  readonly sequence: number;

  @Field(() => StatementEntryKind, { description: 'What it was.' })
  readonly kind: StatementEntryKind;

  @Field(() => MoneyType, { description: 'How much was moved; that of a debit is negative.' })
  readonly amount: MoneyType;

  @Field(() => MoneyType, { description: 'The available balance after it.' })
  readonly balanceAfter: MoneyType;

  @Field(() => DateTimeScalar, { description: 'When it occurred, in UTC; never before the entry with a lower number.' })
  readonly occurredAt: string;

  /** Not shown; used to load what it was. */
  readonly subjectId: string;

  constructor({ id, sequence, kind, amount, balanceAfter, occurredAt, subjectId }: StatementEntryRow) {
    super(id);
    this.sequence = Number(sequence);
    this.kind = kind;
    this.amount = new MoneyType(amount, ACCOUNT_CURRENCY);
    this.balanceAfter = new MoneyType(balanceAfter, ACCOUNT_CURRENCY);
    this.occurredAt = occurredAt;
    this.subjectId = subjectId;
  }
}

export const StatementEntryConnectionType = connectionOf(
  'StatementEntry',
  () => StatementEntryType,
  'entries of a statement',
);
