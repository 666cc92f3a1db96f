import { Field, ObjectType, type ClassType } from 'type-graphql';
import { InvalidAccountStatusErrorType } from '../../../bank/accounts/account-refusals.result.ts';
import { InvalidPocketStatusErrorType, PocketNotFoundErrorType } from '../../../bank/pockets/close-pocket.result.ts';
import { errorTypesOf, InvalidInputErrorType } from '../../../platform/graphql/vocabulary/domain-error.type.ts';
import { LinkType } from '../../../platform/graphql/vocabulary/link.type.ts';
import { MoneyType } from '../../../platform/graphql/vocabulary/money.type.ts';
import {
  IdempotencyKeyReusedErrorType,
  ReplayableType,
} from '../../../platform/graphql/vocabulary/once-per-key.type.ts';
import { resultUnion } from '../../../platform/graphql/vocabulary/result-union.ts';
import type { Made } from '../../../platform/idempotency/once-per-key.ts';
import { movementRefusals } from './movement.errors.ts';
import type { PocketTransactionRow } from './pocket-transaction.rows.ts';
import { PocketTransactionObjectType } from './pocket-transaction.type.ts';
import { transactionLinks } from './transaction-links.value.ts';

@ObjectType({ simpleResolvers: true })
abstract class MovementSuccessType extends ReplayableType {
  @Field(() => PocketTransactionObjectType, { description: 'The transaction.' })
  readonly transaction: PocketTransactionObjectType;

  @Field(() => [LinkType], { description: 'Next steps for the transaction, as in the partner API.' })
  readonly links: readonly LinkType[];

  constructor({ row, replayed }: Made<PocketTransactionRow>, publicUrl: string) {
    super(replayed);
    this.transaction = new PocketTransactionObjectType(row);
    this.links = transactionLinks(row.pocketNumber, row.id, publicUrl).map(
      ({ rel, method, url }) => new LinkType(rel, method, url),
    );
  }
}

@ObjectType('SaveToPocketSuccess', { description: 'The money is in the pocket.', simpleResolvers: true })
export class SaveToPocketSuccessType extends MovementSuccessType {}

@ObjectType('RedeemFromPocketSuccess', { description: 'The money is in the account.', simpleResolvers: true })
export class RedeemFromPocketSuccessType extends MovementSuccessType {}

const errorTypeOf = errorTypesOf(movementRefusals);
const currency = (of: string) =>
  ({
    type: () => String,
    nullable: true,
    description: `Currency of ${of}; null where the provider did not say.`,
  }) as const;

const refusalTypes: readonly ClassType[] = [
  InvalidInputErrorType,
  IdempotencyKeyReusedErrorType,
  PocketNotFoundErrorType,
  InvalidAccountStatusErrorType,
  InvalidPocketStatusErrorType,
  errorTypeOf('CURRENCY_MISMATCH', {
    pocketCurrency: currency('the pocket'),
    accountCurrency: currency('the account'),
  }),
  errorTypeOf('INSUFFICIENT_FUNDS', {
    available: {
      type: () => MoneyType,
      nullable: true,
      description: 'What is available where the money would be taken from; null where the provider did not say.',
    },
  }),
];

export const SaveToPocketResult = resultUnion({
  name: 'SaveToPocketResult',
  description: 'The saving, or an error.',
  types: () => [SaveToPocketSuccessType, ...refusalTypes],
});

export const RedeemFromPocketResult = resultUnion({
  name: 'RedeemFromPocketResult',
  description: 'The redeem, or an error.',
  types: () => [RedeemFromPocketSuccessType, ...refusalTypes],
});
