import { Arg, Ctx, Extensions, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { paymentAccountLoader } from '../accounts/payment-account.loader.ts';
import { PaymentAccountType } from '../accounts/payment-account.type.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import { isStorableText } from '../../kernel/text.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { NodeSource } from '../../platform/graphql/vocabulary/node.resolver.ts';
import { callerOf, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { requireDecision } from '../../platform/graphql/errors/require-decision.ts';
import { ClosePocketInput } from './close-pocket.input.ts';
import { ClosePocketResult, ClosePocketSuccessType } from './close-pocket.result.ts';
import { CreatePocketInput } from './create-pocket.input.ts';
import { CreatePocketResult, CreatePocketSuccessType } from './create-pocket.result.ts';
import type { ClosePocket, CreatePocket } from './pockets.port.ts';
import { readHere, type ReadThrough } from '../elsewhere.port.ts';
import { findPockets } from './pocket.loader.ts';
import { FIND_POCKET_BY_NUMBER, type PocketRow } from './pocket.rows.ts';
import { PocketType } from './pocket.type.ts';

/** API version of createPocket (docs/partner-api.md). */
const CREATE_POCKET_API_VERSION = 2;

export const pocketNodes: NodeSource = {
  scope: Scope.POCKET_READ,
  find: async (context, ids) => (await findPockets(context, ids)).map((row) => new PocketType(row)),
};

@Resolver(() => PocketType)
export class PocketResolver {
  private readonly create: CreatePocket;
  private readonly close: ClosePocket;
  private readonly read: ReadThrough<PocketRow>;

  constructor(create: CreatePocket, close: ClosePocket, read: ReadThrough<PocketRow> = readHere) {
    this.create = create;
    this.close = close;
    this.read = read;
  }

  @RequiresScopes(Scope.POCKET_CREATE)
  @Extensions({ apiVersion: CREATE_POCKET_API_VERSION })
  @Mutation(() => CreatePocketResult, {
    nullable: true,
    description: 'Creates a pocket under an active payment account, once per idempotency key.',
  })
  async createPocket(
    @Arg('input', () => CreatePocketInput, { description: 'The pocket.' }) input: CreatePocketInput,
    @Ctx() context: RequestContext,
  ): Promise<CreatePocketSuccessType | DomainError> {
    const result = requireDecision(await this.create(callerOf(context), input));
    return result instanceof DomainError ? result : new CreatePocketSuccessType(result, context.publicUrl);
  }

  @RequiresScopes(Scope.POCKET_CLOSE)
  @Mutation(() => ClosePocketResult, {
    nullable: true,
    description: 'Closes a pocket for good, which frees its place in the limit of the account.',
  })
  async closePocket(
    @Arg('input', () => ClosePocketInput, { description: 'The pocket.' }) input: ClosePocketInput,
    @Ctx() context: RequestContext,
  ): Promise<ClosePocketSuccessType | DomainError> {
    const result = requireDecision(await this.close(callerOf(context), input));
    return result instanceof DomainError ? result : new ClosePocketSuccessType(result);
  }

  @RequiresScopes(Scope.POCKET_READ)
  @Query(() => PocketType, {
    nullable: true,
    description: 'A pocket of the partner by its number; null if there is none.',
  })
  async pocket(
    @Arg('number', () => String, { description: 'Number of the pocket with its suffix, such as `2000018412BRL`.' })
    number: string,
    @Ctx() context: RequestContext,
  ): Promise<PocketType | null> {
    if (!isStorableText(number)) return null;
    const { partnerId } = principalOf(context);
    const find = async () => (await context.database.run(FIND_POCKET_BY_NUMBER, { partnerId, number }))[0];
    const row = await this.read(context, number, find);
    return row === undefined ? null : new PocketType(row);
  }

  @FieldResolver(() => PaymentAccountType, { description: 'The payment account that the pocket belongs to.' })
  account(
    @Root() pocket: PocketType,
    @Ctx() context: RequestContext,
  ): PaymentAccountType | Promise<PaymentAccountType | undefined> {
    return paymentAccountLoader(context).load(pocket.accountId);
  }
}
