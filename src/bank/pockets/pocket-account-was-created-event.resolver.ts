import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { PocketAccountWasCreatedEventType } from './pocket-account-was-created-event.type.ts';
import { pocketLoader } from './pocket.loader.ts';
import { PocketType } from './pocket.type.ts';

@Resolver(() => PocketAccountWasCreatedEventType)
export class PocketAccountWasCreatedEventResolver {
  @RequiresScopes(Scope.POCKET_READ)
  @FieldResolver(() => PocketType, { description: 'The pocket, as it is now.' })
  async pocket(@Root() event: PocketAccountWasCreatedEventType, @Ctx() context: RequestContext): Promise<PocketType> {
    const row = await pocketLoader(context).load(event.subjectId);
    if (row === undefined) throw new Error('An event has no pocket of its partner.');
    return new PocketType(row);
  }
}
