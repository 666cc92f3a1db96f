import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { requireDecision } from '../../platform/graphql/errors/require-decision.ts';
import { callerOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { ChangePixEntryAccountInput } from './change-pix-entry-account.input.ts';
import { ChangePixEntryAccountResult, ChangePixEntryAccountSuccessType } from './change-pix-entry-account.result.ts';
import { DeletePixEntryInput } from './delete-pix-entry.input.ts';
import { DeletePixEntryResult, DeletePixEntrySuccessType } from './delete-pix-entry.result.ts';
import type { ChangePixEntryAccount, DeletePixEntry } from './pix.port.ts';

/** What partners do with keys that they have registered. */
@Resolver()
export class OwnPixEntryResolver {
  private readonly remove: DeletePixEntry;
  private readonly change: ChangePixEntryAccount;

  constructor(remove: DeletePixEntry, change: ChangePixEntryAccount) {
    this.remove = remove;
    this.change = change;
  }

  @RequiresScopes(Scope.PIX_ENTRIES_DELETE)
  @Mutation(() => DeletePixEntryResult, {
    nullable: true,
    description: 'Deletes an addressing key: it can be registered again, by anyone who may.',
  })
  async deletePixEntry(
    @Arg('input', () => DeletePixEntryInput, { description: 'The key.' }) input: DeletePixEntryInput,
    @Ctx() context: RequestContext,
  ): Promise<DeletePixEntrySuccessType | DomainError> {
    const result = requireDecision(await this.remove(callerOf(context), input));
    return result instanceof DomainError ? result : new DeletePixEntrySuccessType(result);
  }

  @RequiresScopes(Scope.PIX_ENTRIES_UPDATE)
  @Mutation(() => ChangePixEntryAccountResult, {
    nullable: true,
    description: 'Lets an addressing key identify another active account of its holder. An EVP cannot change.',
  })
  async changePixEntryAccount(
    @Arg('input', () => ChangePixEntryAccountInput, { description: 'Key and account.' })
    input: ChangePixEntryAccountInput,
    @Ctx() context: RequestContext,
  ): Promise<ChangePixEntryAccountSuccessType | DomainError> {
    const result = requireDecision(await this.change(callerOf(context), input));
    return result instanceof DomainError ? result : new ChangePixEntryAccountSuccessType(result);
  }
}
