import type { FormattedExecutionResult } from 'graphql';
import type { Client, Sink, SubscribePayload } from 'graphql-ws';

/**
 * After each reconnect the stock client sends a subscription again, with its original variables. This one keeps the
 * cursor of the last event in them, so that the stream resumes where it was cut. If it is given no cursor, it first
 * queries that of the end of the log and starts there.
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
        // This query is sent again after a cut before it completes: the first answer decides where to start.
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

/** Retries an operation whose refusal has a `retryAfterSeconds`, such as `RATE_LIMITED`, after that time. */
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

/** Returns how long to wait before a retry, in seconds; undefined if the refusal is final. */
function secondsToWait(failure: unknown): number | undefined {
  const errors: readonly { extensions?: { retryAfterSeconds?: unknown } }[] = Array.isArray(failure) ? failure : [];
  return errors.map(({ extensions }) => extensions?.retryAfterSeconds).find((wait) => typeof wait === 'number');
}
