import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { resuming } from '../../../src/playground/pages/shared/resuming.ts';
import { socketRecipes, type Subscribe } from './socket-recipes.ts';
import type { Follow } from './wire.ts';

function followBy(subscribe: Subscribe): Follow {
  return ({ port, after, token, next }) => {
    const stock = createClient({
      url: `ws://127.0.0.1:${port}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: async () => ({ Authorization: `Bearer ${await token()}` }),
      retryAttempts: Infinity,
      shouldRetry: () => true,
      retryWait: () => new Promise((resolve) => setTimeout(resolve, 10)),
    });
    const unsubscribe = subscribe(resuming(stock), after, ({ data }) => {
      if (data?.webhookEvents) next(data.webhookEvents);
    });
    return async () => {
      unsubscribe();
      await Promise.resolve(stock.dispose()).catch(() => undefined);
    };
  };
}

/** Clients based on graphql-ws that continue after the last event that they have seen. */
export const socketWires: Record<string, Follow> = Object.fromEntries(
  Object.entries(socketRecipes).map(([name, subscribe]) => [`${name} by WebSocket`, followBy(subscribe)]),
);
