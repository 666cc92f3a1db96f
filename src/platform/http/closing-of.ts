import type { ServerResponse } from 'node:http';

/**
 * Returns a function that calls a listener once a response is closed: sent as a whole, or the client has disconnected.
 * Node emits `close` only once, so for a response that is closed already, the listener is called immediately. That
 * function returns another one, which removes the listener.
 */
export function closingOf(response: ServerResponse): (listener: () => void) => () => void {
  return (listener) => {
    if (response.closed) listener();
    else response.once('close', listener);
    return () => response.off('close', listener);
  };
}
