import { Field, ObjectType } from 'type-graphql';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DecimalScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { CashInRow } from './cash-in.rows.ts';

@ObjectType('CashIn', {
  description: 'Money that a payment account received.',
  implements: NodeType,
  simpleResolvers: true,
})
export class CashInType extends NodeType {
  @Field(() => DecimalScalar, { description: 'Amount, with two decimals.' })
  readonly amount: string;

  @Field(() => String, { description: 'ISO 4217 code of the currency: `BRL`.' })
  readonly currency: string;

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
    this.amount = row.amount;
    this.currency = row.currency;
    this.endToEndId = row.endToEndId;
    this.accountId = row.accountId;
    this.parties = row.parties;
  }
}
