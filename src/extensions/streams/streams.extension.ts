import { extension } from '../../extension.ts';
import { withStreams } from './stream-endpoints.ts';

/** Subscriptions over HTTP, as server-sent events and as multipart responses. */
export const streams = extension<unknown>({
  name: 'streams',
  open: () => ({}),
  endpoints: (_own, served, api) => withStreams(served, api),
});
