import { Field, ObjectType } from 'type-graphql';
import {
  AccountNotFoundErrorType,
  InvalidAccountStatusErrorType,
} from '../../bank/accounts/account-refusals.result.ts';
import type { CashInRow } from '../../bank/cash-ins/cash-in.rows.ts';
import { CashInType } from '../../bank/cash-ins/cash-in.type.ts';
import { InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import { IdempotencyKeyReusedErrorType, ReplayableType } from '../../platform/graphql/vocabulary/once-per-key.type.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';

@ObjectType('SimulateCashInSuccess', { description: 'The money was received.', simpleResolvers: true })
export class SimulateCashInSuccessType extends ReplayableType {
  @Field(() => CashInType, { description: 'The cash-in.' })
  readonly cashIn: CashInType;

  constructor({ row, replayed }: Made<CashInRow>) {
    super(replayed);
    this.cashIn = new CashInType(row);
  }
}

export const SimulateCashInResult = resultUnion({
  name: 'SimulateCashInResult',
  description: 'The cash-in, or an error.',
  types: () => [
    SimulateCashInSuccessType,
    InvalidInputErrorType,
    IdempotencyKeyReusedErrorType,
    AccountNotFoundErrorType,
    InvalidAccountStatusErrorType,
  ],
});
