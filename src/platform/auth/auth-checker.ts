import type { ResolverData } from 'type-graphql';
import type { Principal } from './principal.ts';

/**
 * What `@Authorized` runs for each such field. Operations over HTTP were decided as a whole before any resolver ran;
 * this is the wall behind, and the one that a subscription meets. An arrow function: type-graphql takes anything with
 * a prototype for a class.
 */
export const checkScopes = (
  { context: { principal } }: ResolverData<{ principal?: Principal | undefined }>,
  required: readonly string[],
): boolean => principal !== undefined && required.every((scope) => principal.scopes.has(scope));
