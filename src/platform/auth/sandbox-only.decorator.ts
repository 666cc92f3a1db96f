import type { GraphQLField } from 'graphql';
import { Extensions } from 'type-graphql';

/** Says that a field is served only in sandbox mode; elsewhere an operation with it is forbidden, whatever its token. */
export function SandboxOnly(): MethodDecorator & PropertyDecorator {
  return Extensions({ sandboxOnly: true });
}

/** Whether a field is served in sandbox mode only. */
export function isSandboxOnly({ extensions }: GraphQLField<unknown, unknown>): boolean {
  return extensions['sandboxOnly'] === true;
}
