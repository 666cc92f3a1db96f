import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { DomainError } from '../../../kernel/domain-error.ts';
import type { RequestContext } from '../../requests/request-context.ts';
import { DomainErrorType } from './domain-error.type.ts';
import { documentationOf } from './error-catalogue.ts';

/** Adds to all error types what follows from their code. */
@Resolver(() => DomainErrorType)
export class DomainErrorResolver {
  @FieldResolver(() => String, { description: 'URL of a description of the code; requires no token.' })
  documentation(@Root() { code }: DomainError, @Ctx() { publicUrl }: RequestContext): string {
    return documentationOf(code, publicUrl);
  }
}
