import { Field, ObjectType } from 'type-graphql';
import {
  AccountNotFoundErrorType,
  InvalidAccountStatusErrorType,
} from '../../../bank/accounts/account-refusals.result.ts';
import type { CashInRow } from '../../../bank/cash-ins/cash-in.rows.ts';
import { CashInType } from '../../../bank/cash-ins/cash-in.type.ts';
import { errorTypesOf, InvalidInputErrorType } from '../../../platform/graphql/vocabulary/domain-error.type.ts';
import {
  IdempotencyKeyReusedErrorType,
  ReplayableType,
} from '../../../platform/graphql/vocabulary/once-per-key.type.ts';
import { resultUnion } from '../../../platform/graphql/vocabulary/result-union.ts';
import type { Made } from '../../../platform/idempotency/once-per-key.ts';
import type { ClearedCashIn } from './clear-cash-in.ts';
import { receiptRefusals } from './receipt.errors.ts';

@ObjectType('RecordCashInSuccess', { description: 'The money was received.', simpleResolvers: true })
export class RecordCashInSuccessType extends ReplayableType {
  @Field(() => CashInType, { description: 'The cash-in.' })
  readonly cashIn: CashInType;

  constructor({ row, replayed }: Made<CashInRow>) {
    super(replayed);
    this.cashIn = new CashInType(row);
  }
}

export const RecordCashInResult = resultUnion({
  name: 'RecordCashInResult',
  description: 'The cash-in, or an error.',
  types: () => [
    RecordCashInSuccessType,
    InvalidInputErrorType,
    IdempotencyKeyReusedErrorType,
    AccountNotFoundErrorType,
    InvalidAccountStatusErrorType,
  ],
});

@ObjectType('ClearCashInSuccess', { description: 'The cash-in is CLEARED.', simpleResolvers: true })
export class ClearCashInSuccessType {
  @Field(() => CashInType, { description: 'The cash-in.' })
  readonly cashIn: CashInType;

  @Field(() => Boolean, { description: 'False if it was CLEARED before: nothing was done.' })
  readonly changed: boolean;

  constructor({ row, changed }: ClearedCashIn) {
    this.cashIn = new CashInType(row);
    this.changed = changed;
  }
}

const CashInNotFoundErrorType = errorTypesOf(receiptRefusals)('CASH_IN_NOT_FOUND');

export const ClearCashInResult = resultUnion({
  name: 'ClearCashInResult',
  description: 'The cleared cash-in, or an error.',
  types: () => [ClearCashInSuccessType, CashInNotFoundErrorType],
});
