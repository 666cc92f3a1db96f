import { Ctx, FieldResolver, getMetadataStorage, Resolver, Root } from 'type-graphql';
import type { DomainError, NextStep } from '../../../kernel/domain-error.ts';
import type { RequestContext } from '../../requests/request-context.ts';
import { DomainErrorType } from './domain-error.type.ts';
import { documentationOf } from './error-catalogue.ts';

/** Adds to all error types what follows from their code, and what the caller can do next. */
@Resolver(() => DomainErrorType)
export class DomainErrorResolver {
  @FieldResolver(() => String, { description: 'URL of a description of the code; requires no token.' })
  documentation(@Root() { code }: DomainError, @Ctx() { publicUrl }: RequestContext): string {
    return documentationOf(code, publicUrl);
  }

  @FieldResolver()
  async nextStep(@Root() { step }: DomainError, @Ctx() { principal }: RequestContext): Promise<NextStep | null> {
    if (step === undefined) return null;
    const declared = getMetadataStorage().mutations.find(({ schemaName }) => schemaName === step.mutation);
    const isAllowed = declared?.roles?.every((scope: string) => principal?.scopes.has(scope)) ?? false;
    return isAllowed && (await step.isOpen?.()) !== false ? step : null;
  }
}
