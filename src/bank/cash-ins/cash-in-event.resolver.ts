import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import type { WebhookEventType } from '../../events/webhook-event.type.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { RequestContext } from '../../platform/graphql/operations/request-context.ts';
import {
  PixCashInWasClearedEventType,
  PixCashInWasReceivedEventType,
  TedCashInWasClearedEventType,
} from './cash-in-event.type.ts';
import { cashInLoader } from './cash-in.loader.ts';
import { CashInType } from './cash-in.type.ts';

export const PixCashInWasReceivedEventResolver = cashInResolverOf(PixCashInWasReceivedEventType);
export const PixCashInWasClearedEventResolver = cashInResolverOf(PixCashInWasClearedEventType);
export const TedCashInWasClearedEventResolver = cashInResolverOf(TedCashInWasClearedEventType);

/** Gives the type of an event its cash-in. It leads to the account, so it needs the account's scope. */
function cashInResolverOf(EventType: ClassType<WebhookEventType>) {
  @Resolver(() => EventType)
  class CashInOfEventResolver {
    @RequiresScopes(Scope.ACCOUNT_READ)
    @FieldResolver(() => CashInType, { description: 'The cash-in, cleared.' })
    async cashIn(@Root() event: WebhookEventType, @Ctx() context: RequestContext): Promise<CashInType> {
      const row = await cashInLoader(context).load(event.subjectId);
      if (row === undefined) throw new Error('An event has no cash-in of its partner.');
      return new CashInType(row);
    }
  }
  return CashInOfEventResolver;
}
