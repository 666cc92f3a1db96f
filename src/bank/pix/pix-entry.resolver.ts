import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { paymentAccountLoader } from '../accounts/payment-account.loader.ts';
import { PaymentAccountType } from '../accounts/payment-account.type.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { NodeSource } from '../../platform/graphql/vocabulary/node.resolver.ts';
import { callerOf, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { requireDecision } from '../../platform/graphql/errors/require-decision.ts';
import { keyOfText } from '../addressing-keys/addressing-key.value.ts';
import { findPixEntries } from './pix-entry.loader.ts';
import { FIND_PIX_ENTRY_BY_KEY } from './pix-entry.rows.ts';
import { PixEntryType } from './pix-entry.type.ts';
import { RegisterPixEntryInput } from './register-pix-entry.input.ts';
import { RegisterPixEntryResult, RegisterPixEntrySuccessType } from './register-pix-entry.result.ts';
import type { RegisterPixEntry } from './pix.port.ts';

export const pixEntryNodes: NodeSource = {
  scope: Scope.PIX_ENTRIES_READ,
  find: async (context, ids) => (await findPixEntries(context, ids)).map((row) => new PixEntryType(row)),
};

@Resolver(() => PixEntryType)
export class PixEntryResolver {
  private readonly register: RegisterPixEntry;

  constructor(register: RegisterPixEntry) {
    this.register = register;
  }

  @RequiresScopes(Scope.PIX_ENTRIES_CREATE)
  @Mutation(() => RegisterPixEntryResult, {
    nullable: true,
    description: 'Registers an addressing key for an account. EMAIL and PHONE require a hash from validateTotp.',
  })
  async registerPixEntry(
    @Arg('input', () => RegisterPixEntryInput, { description: 'Key and account.' }) input: RegisterPixEntryInput,
    @Ctx() context: RequestContext,
  ): Promise<RegisterPixEntrySuccessType | DomainError> {
    const result = requireDecision(await this.register(callerOf(context), input));
    return result instanceof DomainError ? result : new RegisterPixEntrySuccessType(result);
  }

  @RequiresScopes(Scope.PIX_ENTRIES_READ)
  @Query(() => PixEntryType, {
    nullable: true,
    description: 'A key of an account of the partner by its value; null if there is none.',
  })
  async pixEntry(
    @Arg('key', () => String, {
      description: 'Value of the key, such as `ana@example.com` or `+5511987650077`; its type follows from its format.',
    })
    key: string,
    @Ctx() context: RequestContext,
  ): Promise<PixEntryType | null> {
    const named = keyOfText(key);
    if (named === undefined) return null;
    const values = { partnerId: principalOf(context).partnerId, ...named };
    const [row] = await context.database.run(FIND_PIX_ENTRY_BY_KEY, values);
    return row === undefined ? null : new PixEntryType(row);
  }

  @FieldResolver(() => PaymentAccountType, { description: 'The payment account that the key identifies.' })
  account(
    @Root() entry: PixEntryType,
    @Ctx() context: RequestContext,
  ): PaymentAccountType | Promise<PaymentAccountType | undefined> {
    return paymentAccountLoader(context).load(entry.accountId);
  }
}
