import type { ResolverData } from 'type-graphql';
import type { Principal } from './principal.ts';

/**
 * The check of `@Authorized` for each such field. Operations, subscriptions too, are authorized as a whole before any
 * resolver runs (`demandToken`); this is a second line of defence. An arrow function: type-graphql takes anything with
 * a prototype for a class.
 */
export const checkScopes = (
  { context: { principal } }: ResolverData<{ principal?: Principal | undefined }>,
  required: readonly string[],
): boolean => principal !== undefined && required.every((scope) => principal.scopes.has(scope));
