import { EventContext, type DomainEvent } from '../../kernel/domain-event.ts';
import { defineEvent, eventOf } from '../../kernel/event-definition.ts';
import { Origin } from '../../kernel/origin.ts';
import type { Random } from '../../kernel/random.ts';
import type { Requester } from '../../kernel/requester.ts';

/** What of a configuration was changed. */
export const ConfigurationPart = {
  URI: 'URI',
  SECRET: 'SECRET',
  ENABLED: 'ENABLED',
  DISABLED: 'DISABLED',
  DELETED: 'DELETED',
} as const;
export type ConfigurationPart = (typeof ConfigurationPart)[keyof typeof ConfigurationPart];

export const WEBHOOK_CONFIGURATION_WAS_CHANGED = defineEvent({
  name: 'WEBHOOK_CONFIGURATION_WAS_CHANGED',
  context: EventContext.WEBHOOK,
  origin: Origin.GATEWAY,
  version: '1.0',
  description:
    'Where events are sent to, or how they are signed, was changed. It is sent to all other endpoints that want it, never to the changed one.',
  entityId: {
    type: 'string',
    description: 'Id of the configuration.',
    example: '8c4f1b1e-6d0a-4a53-9f5e-0a4b8f1c2d3e',
    format: 'uuid',
  },
  data: {
    change: {
      type: 'string',
      description:
        'What was changed: its URI or its secret, neither of which is shown, or that it was enabled, disabled or deleted. Each change has an event of its own.',
      example: 'SECRET',
      enum: Object.values(ConfigurationPart),
    },
    client: {
      type: 'string',
      description: 'The client that changed it, as its token names it; null if the token names none.',
      example: 'acme-pay',
      nullable: true,
    },
    changedAt: {
      type: 'string',
      description: 'When it was changed, in UTC.',
      example: '2026-11-20T12:00:00.123Z',
      format: 'date-time',
    },
  },
});

/** The client that changes a configuration. */
export interface Changer {
  readonly requester: Requester;
  /** Null if its token names none. */
  readonly client: string | null;
}

interface Change extends Changer {
  readonly id: string;
  readonly change: ConfigurationPart;
  readonly at: Date;
}

/** The event of a change. It contains neither the URI nor the secret: both are for the changed endpoint alone. */
export function configurationWasChanged({ id, change, client, requester, at }: Change, random: Random): DomainEvent {
  const data = { change, client, changedAt: at.toISOString() };
  return eventOf(WEBHOOK_CONFIGURATION_WAS_CHANGED, { entityId: id, subjectId: id, requester, at, data }, random);
}
