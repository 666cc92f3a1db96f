import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import { badArgument } from '../../platform/graphql/errors/client-error.ts';
import { onBehalfOf, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { CHECKED_BODY_BYTES_MAX, CheckWebhookSignatureInput } from './check-webhook-signature.input.ts';
import { checkWebhookSignature, type SignatureCheckDependencies } from './check-webhook-signature.ts';
import { SignatureReportType } from './signature-report.type.ts';

@Resolver()
export class SignatureCheckResolver {
  private readonly dependencies: WithoutDatabase<SignatureCheckDependencies>;

  constructor(dependencies: WithoutDatabase<SignatureCheckDependencies>) {
    this.dependencies = dependencies;
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Query(() => SignatureReportType, {
    nullable: true,
    description: 'Explains why a receiver rejects a message; null if the partner has no such configuration.',
  })
  async checkWebhookSignature(
    @Arg('input', () => CheckWebhookSignatureInput, { description: 'The message as received.' })
    input: CheckWebhookSignatureInput,
    @Ctx() context: RequestContext,
  ): Promise<SignatureReportType | null> {
    const { configurationId, headers, body, receivedAt } = input;
    if (Buffer.byteLength(body) > CHECKED_BODY_BYTES_MAX)
      throw badArgument('input.body', 'input.body is larger than 64 kB: give at most 65,536 bytes.');
    const received = { configurationId, headers, body, receivedAt: receivedAt ? new Date(receivedAt) : undefined };
    const { partnerId } = principalOf(context);
    const checked = await checkWebhookSignature(onBehalfOf(this.dependencies, context), partnerId, received);
    return checked === undefined ? null : new SignatureReportType(checked);
  }
}
