import { Ctx, Query, Resolver } from 'type-graphql';
import { RequiresScopes } from '../platform/auth/requires-scopes.decorator.ts';
import { principalOf, type RequestContext } from '../platform/graphql/request-context.ts';
import { ViewerType } from './viewer.type.ts';

@Resolver()
export class ViewerResolver {
  @RequiresScopes()
  @Query(() => ViewerType, { description: 'Partner, company key and scopes of the token.' })
  viewer(@Ctx() context: RequestContext): ViewerType {
    return new ViewerType(principalOf(context), context.sandbox);
  }
}
