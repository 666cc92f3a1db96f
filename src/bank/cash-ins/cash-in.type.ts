import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import { MoneyType } from '../../platform/graphql/vocabulary/money.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { CashInRail } from './cash-in.enum.ts';
import type { CashInRow } from './cash-in.rows.ts';

registerEnumType(CashInRail, {
  name: 'CashInRail',
  description: 'Payment rails.',
  valuesConfig: {
    PIX: { description: 'Instant payment; received, then cleared.' },
    TED: { description: 'Bank transfer; received, then cleared.' },
  },
});

@ObjectType('CashIn', {
  description: 'Money that a payment account received.',
  implements: NodeType,
  simpleResolvers: true,
})
export class CashInType extends NodeType {
  @Field(() => MoneyType, { description: 'How much was received.' })
  readonly amount: MoneyType;

  @Field(() => CashInRail, { description: 'How it was received.' })
  readonly rail: CashInRail;

  @Field(() => String, {
    nullable: true,
    description: 'End-to-end identification of an instant payment, 32 characters; null for a bank transfer.',
  })
  readonly endToEndId: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was received, in UTC.' })
  readonly createdAt: string;

  /** Not shown; sealed. */
  readonly parties: string | null;

  /** Not shown; used to load the account. */
  readonly accountId: string;

  constructor(row: CashInRow) {
    super(row.id);
    this.amount = new MoneyType(row.amount, row.currency);
    this.rail = row.rail;
    this.endToEndId = row.endToEndId;
    this.createdAt = row.createdAt;
    this.accountId = row.accountId;
    this.parties = row.parties;
  }
}

export const CashInConnectionType = connectionOf('CashIn', () => CashInType, 'cash-ins');
