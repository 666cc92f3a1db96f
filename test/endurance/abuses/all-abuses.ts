import type { Abuse } from './abuse.ts';
import { CONNECTION_ABUSES } from './connections.ts';
import { DOCUMENT_ABUSES } from './documents.ts';
import { FLOODS } from './floods.ts';
import { SOCKET_ABUSES } from './sockets.ts';
import { WEBHOOK_ABUSES } from './webhooks.ts';

/** All abuses; a new one is an entry in the list of its kind. */
export const ABUSES: readonly Abuse[] = [
  ...DOCUMENT_ABUSES,
  ...SOCKET_ABUSES,
  ...CONNECTION_ABUSES,
  ...FLOODS,
  ...WEBHOOK_ABUSES,
];
