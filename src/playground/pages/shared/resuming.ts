import type { FormattedExecutionResult } from 'graphql';
import type { Client, Sink, SubscribePayload } from 'graphql-ws';

/**
 * The stock client sends a subscription again after each reconnect, with the variables that it was given. This one keeps
 * the cursor of the last event in them, so that the stream goes on where it ended; before the first event, and when it
 * was given none, the cursor of where the log ended when it began.
 */
export function resuming(stock: Client): Client {
  const client = patient(stock);
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
      const begin = () => client.subscribe({ ...payload, variables }, { next, error, complete });
      if (!payload.query.includes('$after') || typeof variables['after'] === 'string') return begin();

      const atEnd = ({ data }: FormattedExecutionResult<{ webhookEventsCursor: string }>) => {
        // Asked again when it was cut off before its end: what the first answer told is where the stream begins.
        variables['after'] ??= data?.webhookEventsCursor;
      };
      let isStopped = false;
      let stop = client.subscribe<{ webhookEventsCursor: string }>(
        { query: '{ webhookEventsCursor }' },
        {
          next: atEnd,
          error,
          complete: () => {
            if (!isStopped && typeof variables['after'] === 'string') stop = begin();
            else complete();
          },
        },
      );
      return () => {
        isStopped = true;
        stop();
      };
    },
  };
}

/** Refused with the time after which to come again, as `RATE_LIMITED` is, it comes again then. */
function patient(client: Client): Client {
  return {
    ...client,
    subscribe<Data, Extensions>(payload: SubscribePayload, sink: Sink<FormattedExecutionResult<Data, Extensions>>) {
      let stop: () => void;
      const begin = () => {
        stop = client.subscribe<Data, Extensions>(payload, {
          next: (result: FormattedExecutionResult<Data, Extensions>) => {
            sink.next(result);
          },
          error: (failure) => {
            const seconds = secondsToWait(failure);
            if (seconds === undefined) {
              sink.error(failure);
              return;
            }
            const timer = setTimeout(begin, seconds * 1_000);
            stop = () => {
              clearTimeout(timer);
              sink.complete();
            };
          },
          complete: () => {
            sink.complete();
          },
        });
      };
      begin();
      return () => {
        stop();
      };
    },
  };
}

/** How long a refused operation is to wait, in seconds; undefined where it is refused for good. */
function secondsToWait(failure: unknown): number | undefined {
  const errors: readonly { extensions?: { retryAfterSeconds?: unknown } }[] = Array.isArray(failure) ? failure : [];
  return errors.map(({ extensions }) => extensions?.retryAfterSeconds).find((wait) => typeof wait === 'number');
}
