import type { GraphQLSchema } from 'graphql';
import { serviceUnavailable } from '../operations/client-error.ts';
import type { RequestContext } from '../operations/request-context.ts';
import { waitingCaller } from '../operations/waiting-caller.ts';

/** One mutation that is watched from its beginning to its end. */
interface WatchedMutation {
  /** What its resolver is given. */
  readonly context: RequestContext;
  /**
   * Is notified of the end; the answer waits until that is recorded.
   * @param result what its resolver gave: a refusal, a success, or null; undefined when it failed
   */
  readonly ended: (result: unknown) => Promise<void> | undefined;
}

/** Begins to watch a mutation, by its name in the schema. */
export type WatchMutation = (mutation: string, context: RequestContext) => WatchedMutation;

/**
 * Has every mutation of the schema watched, those of capabilities to come included. Of a document with several, none is
 * begun once its caller was told that it takes too long: it may have been sent again.
 */
export function watchMutations(schema: GraphQLSchema, watch: WatchMutation): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { name: mutation, resolve } = field;
    if (resolve === undefined) throw new Error(`The mutation ${mutation} has no resolver.`);
    field.resolve = async (source, args, context: RequestContext, info) => {
      if (waitingCaller(context).isAnswered) throw serviceUnavailable();
      const watched = watch(mutation, context);
      let result: unknown;
      try {
        result = await Promise.resolve<unknown>(resolve(source, args, watched.context, info));
        return result;
      } finally {
        await watched.ended(result);
      }
    };
  }
}
