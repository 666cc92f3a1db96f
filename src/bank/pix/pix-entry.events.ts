import type { Random } from '../../kernel/random.ts';
import { Origin } from '../../kernel/origin.ts';
import { EventContext, type DomainEvent } from '../../kernel/domain-event.ts';
import { defineEvent, eventOf } from '../../kernel/event-definition.ts';
import type { Requester } from '../../kernel/requester.ts';
import { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';
import type { PixEntry } from './pix-entry.entity.ts';

/** What the events of all keys have in common. */
const PIX_ENTRY = {
  context: EventContext.PIX,
  origin: Origin.GATEWAY,
  version: '1.0',
  entityId: {
    type: 'string',
    description: 'Id of the key.',
    example: '019a9c1e-6a10-7c2d-9e8f-1a2b3c4d5e6f',
    format: 'uuid',
  },
  data: {
    type: {
      type: 'string',
      description: 'Type of the key.',
      example: 'EVP',
      enum: Object.values(AddressingKeyType),
    },
    value: {
      type: 'string',
      description: 'Value of an EVP key; null for other keys, which are personal data.',
      example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      nullable: true,
    },
    account: {
      type: 'object',
      description: 'The payment account that the key identifies, or last identified.',
      properties: {
        branch: { type: 'string', description: 'Branch of the account.', example: '0001' },
        number: { type: 'string', description: 'Number of the account.', example: '200001' },
      },
    },
  },
} as const;

export const PIX_ENTRY_WAS_DELETED = defineEvent({
  name: 'PIX_ENTRY_WAS_DELETED',
  description: 'An addressing key was deleted.',
  ...PIX_ENTRY,
});

export const PIX_ENTRY_ACCOUNT_WAS_CHANGED = defineEvent({
  name: 'PIX_ENTRY_ACCOUNT_WAS_CHANGED',
  description: 'An addressing key identifies another account.',
  ...PIX_ENTRY,
});

interface PixEntryOccurrence {
  readonly entry: Pick<PixEntry, 'id' | 'keyType' | 'keyValue'>;
  readonly account: { readonly id: string; readonly branch: string; readonly number: string };
  readonly requester: Requester;
  readonly at: Date;
}

/** The event of a key. */
export function pixEntryEvent(
  definition: typeof PIX_ENTRY_WAS_DELETED,
  {
    entry: { id, keyType: type, keyValue },
    account: { id: accountId, branch, number },
    ...occurrence
  }: PixEntryOccurrence,
  random: Random,
): DomainEvent {
  const value = type === AddressingKeyType.EVP ? keyValue : null;
  const data = { type, value, account: { branch, number } };
  return eventOf(definition, { ...occurrence, entityId: id, subjectId: id, accountId, data }, random);
}
