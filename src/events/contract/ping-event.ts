import type { BodyDefinition } from './body-schema.ts';

/** Definition of a ping. Its name, in the body and in the header `webhook-event`, shows that it is not an event. */
export const pingEvent = {
  name: 'PING',
  version: '1.0',
  description: 'Tests an endpoint. It is not an event of the log.',
  entityId: {
    type: 'string',
    format: 'uuid',
    description: 'Id of the configuration.',
    example: '7d3f5a90-2c1b-4e8d-b6a4-1f0e9d8c7b6a',
  },
  data: {},
} as const satisfies BodyDefinition;
