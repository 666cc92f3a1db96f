import type { GraphQLField } from 'graphql';
import { Extensions } from 'type-graphql';

/** Declares that a field is served only in sandbox mode; otherwise operations with it are forbidden for every token. */
export function SandboxOnly(): MethodDecorator & PropertyDecorator {
  return Extensions({ sandboxOnly: true });
}

/** Checks whether a field is served only in sandbox mode. */
export function isSandboxOnly({ extensions }: GraphQLField<unknown, unknown>): boolean {
  return extensions['sandboxOnly'] === true;
}
