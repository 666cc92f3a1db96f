import type { FormattedExecutionResult } from 'graphql';
import type { Client, Sink, SubscribePayload } from 'graphql-ws';

/**
 * The stock client sends a subscription again after each reconnect, with the variables that it was given. This one keeps
 * the cursor of the last event in them, so that the stream goes on where it ended.
 */
export function resuming(client: Client): Client {
  return {
    ...client,
    subscribe<Data, Extensions>(payload: SubscribePayload, sink: Sink<FormattedExecutionResult<Data, Extensions>>) {
      const variables = { ...payload.variables };
      const next = (result: FormattedExecutionResult<Data, Extensions>) => {
        const data: { webhookEvents?: { cursor?: string } } = { ...result.data };
        if (data.webhookEvents?.cursor !== undefined) variables['after'] = data.webhookEvents.cursor;
        sink.next(result);
      };
      const error = (failure: unknown) => {
        sink.error(failure);
      };
      const complete = () => {
        sink.complete();
      };
      return client.subscribe({ ...payload, variables }, { next, error, complete });
    },
  };
}
