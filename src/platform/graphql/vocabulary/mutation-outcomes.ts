import type { GraphQLSchema } from 'graphql';
import { isRefusal } from '../../../kernel/domain-error.ts';
import { serviceUnavailable } from '../errors/client-error.ts';
import type { RequestContext } from '../../requests/request-context.ts';
import { waitingCaller } from '../../requests/waiting-caller.ts';

/** A mutation that is watched from start to end. */
interface WatchedMutation {
  /** The context for its resolver. */
  readonly context: RequestContext;
  /**
   * Is called at the end; the response waits until that is recorded.
   * @param result of the resolver: a refusal, a success, or null; undefined if it failed
   */
  readonly ended: (result: unknown) => Promise<void> | undefined;
}

/** Starts to watch a mutation, by its name in the schema. */
export type WatchMutation = (mutation: string, context: RequestContext) => WatchedMutation;

/**
 * Watches every mutation of the schema, whichever capability adds it. In a document with several, none starts after the
 * operation has timed out: its client may have sent it again.
 */
export function watchMutations(schema: GraphQLSchema, watch: WatchMutation): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { name: mutation, resolve } = field;
    if (resolve === undefined) throw new Error(`The mutation ${mutation} has no resolver.`);
    const resolveWatched: typeof resolve = async (source, args, context: RequestContext, info) => {
      if (waitingCaller(context).isAnswered) throw serviceUnavailable();
      const watched = watch(mutation, context);
      let result: unknown;
      try {
        result = await Promise.resolve<unknown>(resolve(source, args, watched.context, info));
        if (isRefusal(result)) result.returnedBy(mutation);
        return result;
      } finally {
        await watched.ended(result);
      }
    };
    field.resolve = resolveWatched;
  }
}
