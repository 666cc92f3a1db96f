import { Arg, Args, Ctx, Extensions, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { pocketLoader } from '../../../bank/pockets/pocket.loader.ts';
import { PocketType } from '../../../bank/pockets/pocket.type.ts';
import { DomainError } from '../../../kernel/domain-error.ts';
import { RequiresScopes } from '../../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../../platform/auth/scope.ts';
import { requireDecision } from '../../../platform/graphql/errors/require-decision.ts';
import { PageArgs } from '../../../platform/graphql/paging/page.args.ts';
import { PagedList } from '../../../platform/graphql/paging/paged-list.ts';
import { ArgTimeOrder, type TimeOrder } from '../../../platform/graphql/paging/time-order.enum.ts';
import type { NodeSource } from '../../../platform/graphql/vocabulary/node.resolver.ts';
import { UuidScalar } from '../../../platform/graphql/vocabulary/scalars.ts';
import { callerOf, type RequestContext } from '../../../platform/requests/request-context.ts';
import { StatementEntryType } from '../books/statement-entry.type.ts';
import type { MoveMoneyCommand } from './move-money.ts';
import { RedeemFromPocketInput, SaveToPocketInput } from './movement.input.ts';
import {
  RedeemFromPocketResult,
  RedeemFromPocketSuccessType,
  SaveToPocketResult,
  SaveToPocketSuccessType,
} from './movement.result.ts';
import type { MoveMoney } from './movements.port.ts';
import { PocketTransactionFilter } from './pocket-transaction-filter.input.ts';
import { findPocketTransactions, pocketTransactionLoader } from './pocket-transaction.loader.ts';
import { pocketTransactionFilter, transactionsOfPocket } from './pocket-transaction.rows.ts';
import { PocketTransactionConnectionType, PocketTransactionObjectType } from './pocket-transaction.type.ts';

/** API version of movements (docs/partner-api.md). */
const API_VERSION = 2;

const transactions = new PagedList({
  ordering: 'pocketTransactions',
  keyset: transactionsOfPocket,
  keyOf: (row) => [row.createdAt, row.id],
  toNode: (row) => new PocketTransactionObjectType(row),
});

export const pocketTransactionNodes: NodeSource = {
  scope: Scope.POCKET_TRANSACTION_READ,
  find: async (context, ids) =>
    (await findPocketTransactions(context, ids)).map((row) => new PocketTransactionObjectType(row)),
};

@Resolver(() => PocketTransactionObjectType)
export class PocketTransactionResolver {
  private readonly moveMoney: MoveMoney;

  constructor(moveMoney: MoveMoney) {
    this.moveMoney = moveMoney;
  }

  @RequiresScopes(Scope.POCKET_TRANSACTION_CREATE)
  @Extensions({ apiVersion: API_VERSION })
  @Mutation(() => SaveToPocketResult, {
    nullable: true,
    description: 'Moves money from an account into one of its pockets, once per idempotency key.',
  })
  async saveToPocket(
    @Arg('input', () => SaveToPocketInput, { description: 'The saving.' }) input: SaveToPocketInput,
    @Ctx() context: RequestContext,
  ): Promise<SaveToPocketSuccessType | DomainError> {
    const result = await this.move(context, 'SAVING', input);
    return result instanceof DomainError ? result : new SaveToPocketSuccessType(result, context.publicUrl);
  }

  @RequiresScopes(Scope.POCKET_TRANSACTION_CREATE)
  @Extensions({ apiVersion: API_VERSION })
  @Mutation(() => RedeemFromPocketResult, {
    nullable: true,
    description: 'Moves money from a pocket back to its account, once per idempotency key.',
  })
  async redeemFromPocket(
    @Arg('input', () => RedeemFromPocketInput, { description: 'The redeem.' }) input: RedeemFromPocketInput,
    @Ctx() context: RequestContext,
  ): Promise<RedeemFromPocketSuccessType | DomainError> {
    const result = await this.move(context, 'REDEEM', input);
    return result instanceof DomainError ? result : new RedeemFromPocketSuccessType(result, context.publicUrl);
  }

  @RequiresScopes(Scope.POCKET_TRANSACTION_READ)
  @Query(() => PocketTransactionObjectType, {
    nullable: true,
    description: 'A transaction of a pocket of the partner by its code; null if there is none.',
  })
  async pocketTransaction(
    @Arg('authenticationCode', () => UuidScalar, { description: 'Code of the transaction.' }) code: string,
    @Ctx() context: RequestContext,
  ): Promise<PocketTransactionObjectType | null> {
    const [row] = await findPocketTransactions(context, [code]);
    return row === undefined ? null : new PocketTransactionObjectType(row);
  }

  @FieldResolver(() => PocketType, { description: 'The pocket.' })
  async pocket(@Root() { pocketId }: PocketTransactionObjectType, @Ctx() context: RequestContext) {
    const row = await pocketLoader(context).load(pocketId);
    return row && new PocketType(row);
  }

  private async move(
    context: RequestContext,
    type: MoveMoneyCommand['type'],
    { idempotencyKey, pocketNumber, amount, currency, description = null }: Omit<MoveMoneyCommand, 'type'>,
  ) {
    const command = { type, idempotencyKey, pocketNumber, amount, currency, description };
    return requireDecision(await this.moveMoney(callerOf(context), command));
  }
}

@Resolver(() => PocketType)
export class PocketTransactionsResolver {
  @RequiresScopes(Scope.POCKET_TRANSACTION_READ)
  @FieldResolver(() => PocketTransactionConnectionType, { description: 'The savings and redeems of the pocket.' })
  async transactions(
    @Root() pocket: PocketType,
    @Arg('filter', () => PocketTransactionFilter, { nullable: true, description: 'Which transactions; all if absent.' })
    filter: PocketTransactionFilter | null,
    @ArgTimeOrder('By `createdAt`.') orderBy: TimeOrder,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof PocketTransactionConnectionType>> {
    const filters = pocketTransactionFilter.valuesOf(filter);
    return new PocketTransactionConnectionType(
      await transactions.page(context, { owner: pocket.id, args, orderBy, filters }),
    );
  }
}

/** A statement shows what its entries were: the scope of the account is enough. */
@Resolver(() => StatementEntryType)
export class MovementOfEntryResolver {
  @FieldResolver(() => PocketTransactionObjectType, {
    nullable: true,
    description: 'The transaction of a SAVING or REDEEM; else null.',
  })
  async pocketTransaction(@Root() { kind, subjectId }: StatementEntryType, @Ctx() context: RequestContext) {
    const row = kind === 'CASH_IN' ? null : await pocketTransactionLoader(context).load(subjectId);
    return row && new PocketTransactionObjectType(row);
  }
}
