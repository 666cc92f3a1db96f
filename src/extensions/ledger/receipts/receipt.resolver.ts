import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { DomainError } from '../../../kernel/domain-error.ts';
import { isUuid } from '../../../kernel/uuid.ts';
import { RequiresScopes } from '../../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../../platform/auth/scope.ts';
import { requireDecision } from '../../../platform/graphql/errors/require-decision.ts';
import { callerOf, type RequestContext } from '../../../platform/requests/request-context.ts';
import { cashInNotFound } from './receipt.errors.ts';
import type { ClearCashIn, RecordCashIn } from './receipts.port.ts';
import { ClearCashInInput, RecordCashInInput } from './record-cash-in.input.ts';
import {
  ClearCashInResult,
  ClearCashInSuccessType,
  RecordCashInResult,
  RecordCashInSuccessType,
} from './receipt.result.ts';

@Resolver()
export class ReceiptResolver {
  private readonly record: RecordCashIn;
  private readonly clear: ClearCashIn;

  constructor(record: RecordCashIn, clear: ClearCashIn) {
    this.record = record;
    this.clear = clear;
  }

  @RequiresScopes(Scope.BANK_CASH_IN_WRITE)
  @Mutation(() => RecordCashInResult, {
    nullable: true,
    description: "Posts money that an account has received. For the bank's own systems: no partner has the scope.",
  })
  async recordCashIn(
    @Arg('input', () => RecordCashInInput, { description: 'The cash-in.' }) input: RecordCashInInput,
    @Ctx() context: RequestContext,
  ): Promise<RecordCashInSuccessType | DomainError> {
    const result = requireDecision(await this.record(callerOf(context), input));
    return result instanceof DomainError ? result : new RecordCashInSuccessType(result);
  }

  @RequiresScopes(Scope.BANK_CASH_IN_WRITE)
  @Mutation(() => ClearCashInResult, {
    nullable: true,
    description: "Clears a cash-in that is held. For the bank's own systems: no partner has the scope.",
  })
  async clearCashIn(
    @Arg('input', () => ClearCashInInput, { description: 'The cash-in.' }) { cashInId }: ClearCashInInput,
    @Ctx() context: RequestContext,
  ): Promise<ClearCashInSuccessType | DomainError> {
    if (!isUuid(cashInId)) return cashInNotFound();
    const result = requireDecision(await this.clear(callerOf(context), cashInId));
    return result instanceof DomainError ? result : new ClearCashInSuccessType(result);
  }
}
