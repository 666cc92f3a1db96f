import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { WebhookEvents } from '../../events/readers/webhook-events.loader.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { SandboxOnly } from '../../platform/auth/sandbox-only.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { simulateRestore } from './simulate-restore.ts';
import { SimulateRestoreResult, SimulateRestoreSuccessType } from './simulate-restore.result.ts';

@Resolver()
export class SimulateRestoreResolver {
  private readonly events: WebhookEvents;

  constructor(events: WebhookEvents) {
    this.events = events;
  }

  @RequiresScopes(Scope.SANDBOX_WRITE)
  @SandboxOnly()
  @Mutation(() => SimulateRestoreResult, {
    nullable: true,
    description:
      "Starts a new epoch for the partner's events, as a restore of the gateway does; nothing is lost. The `sequence` of the next event shows it.",
  })
  async simulateRestore(@Ctx() context: RequestContext): Promise<SimulateRestoreSuccessType> {
    const restore = await simulateRestore(context.database, principalOf(context).partnerId);
    return new SimulateRestoreSuccessType(this.events.lostCursor(context, restore));
  }
}
