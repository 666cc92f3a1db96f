import { Field, ObjectType } from 'type-graphql';
import { MoneyType } from '../../platform/graphql/vocabulary/money.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import type { CashInRow } from './cash-in.rows.ts';

@ObjectType('CashIn', {
  description: 'Money that a payment account received.',
  implements: NodeType,
  simpleResolvers: true,
})
export class CashInType extends NodeType {
  @Field(() => MoneyType, { description: 'How much was received.' })
  readonly amount: MoneyType;

  @Field(() => String, {
    nullable: true,
    description: 'End-to-end identification of an instant payment, 32 characters; null for a bank transfer.',
  })
  readonly endToEndId: string | null;

  /** Not shown; sealed. */
  readonly parties: string | null;

  /** Not shown; used to load the account. */
  readonly accountId: string;

  constructor(row: CashInRow) {
    super(row.id);
    this.amount = new MoneyType(row.amount, row.currency);
    this.endToEndId = row.endToEndId;
    this.accountId = row.accountId;
    this.parties = row.parties;
  }
}
