import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import {
  CustomerWasApprovedEventType,
  CustomerWasReceivedEventType,
  CustomerWasReprovedEventType,
} from '../customers/customer-event.type.ts';
import type { WebhookEventType } from '../../events/webhook-event.type.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { registrationLoader } from './registration.loader.ts';
import { CustomerRegistrationType } from './registration.type.ts';

export const CustomerWasReceivedEventResolver = registrationResolverOf(CustomerWasReceivedEventType);
export const CustomerWasApprovedEventResolver = registrationResolverOf(CustomerWasApprovedEventType);
export const CustomerWasReprovedEventResolver = registrationResolverOf(CustomerWasReprovedEventType);

/** Gives the type of an event its registration. */
function registrationResolverOf(EventType: ClassType<WebhookEventType>) {
  @Resolver(() => EventType)
  class RegistrationOfEventResolver {
    @RequiresScopes(Scope.CUSTOMER_READ)
    @FieldResolver(() => CustomerRegistrationType, { description: 'The registration, as it is now.' })
    async registration(
      @Root() event: WebhookEventType,
      @Ctx() context: RequestContext,
    ): Promise<CustomerRegistrationType> {
      const row = await registrationLoader(context).load(event.subjectId);
      if (row === undefined) throw new Error('An event has no registration of its partner.');
      return new CustomerRegistrationType(row);
    }
  }
  return RegistrationOfEventResolver;
}
