import type { GraphQLSchema } from 'graphql';
import type { RequestContext } from '../operations/request-context.ts';

/** How one mutation of an operation ended. */
interface MutationOutcome {
  /** Name of the mutation in the schema. */
  readonly mutation: string;
  /** What its resolver gave: a refusal, a success, or null; undefined when it failed. */
  readonly result: unknown;
}

/** Is told of the end of each mutation, and may hold its answer back until that is dealt with. */
export type ObserveMutation = (outcome: MutationOutcome, context: RequestContext) => Promise<void> | undefined;

/** Has every mutation of the schema watched, those of capabilities to come included. */
export function observeMutations(schema: GraphQLSchema, watch: ObserveMutation): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { name: mutation, resolve } = field;
    if (resolve === undefined) throw new Error(`The mutation ${mutation} has no resolver.`);
    field.resolve = async (source, args, context: RequestContext, info) => {
      let result: unknown;
      try {
        result = await Promise.resolve<unknown>(resolve(source, args, context, info));
        return result;
      } finally {
        await watch({ mutation, result }, context);
      }
    };
  }
}
