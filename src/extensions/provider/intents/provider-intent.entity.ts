import { defineEntity } from '@mikro-orm/core';
import { OutcomeState } from '../../../platform/idempotency/idempotent-outcome.ts';

/** Open intents: each of them blocks others with its key, input or turn. */
const OPEN = "state in ('RUNNING', 'UNKNOWN')";
const index = (name: string, text: string) => ({ name, expression: `create ${text.replace('NAME', name)}` });

const ProviderIntentSchema = defineEntity({
  name: 'ProviderIntent',
  properties: (p) => ({
    /** Also the id of what it creates, unless that was stored before. */
    id: p.uuid().primary(),
    partnerId: p.text(),
    /** Client and correlation id: for the audit trail, and for later events and calls. */
    client: p.text().nullable(),
    correlationId: p.uuid(),
    mutation: p.text(),
    key: p.uuid(),
    /** False: the key was generated here, and requests with an equal input join this intent. */
    isClientsKey: p.boolean(),
    fingerprint: p.text(),
    /** Only one intent with the same turn is open at a time. */
    turn: p.text().nullable(),
    state: p.enum(() => OutcomeState).nativeEnumName('intent_state'),
    /** The input, encrypted; erased with the outcome. */
    request: p.text().nullable(),
    resultId: p.uuid().nullable(),
    /** Code of the refusal. */
    refusal: p.text().nullable(),
    /** Lease whose holder may settle it; null while it is not leased. */
    lease: p.uuid().nullable(),
    /** When a worker claims it: the end of its lease, or its next attempt. */
    dueAt: p.datetime(3).nullable(),
    /** Attempts, by sending or searching, that had no outcome. */
    tries: p.integer().default(0),
    createdAt: p.datetime(3),
    /** The same by the clock of the machine that stored it: the database's may be set back while the outcome is open. */
    machineAt: p.datetime(3),
    /** The latest time at which it can have been sent: in the future while a call is under way. */
    lastSentAt: p.datetime(3).nullable(),
    settledAt: p.datetime(3).nullable(),
  }),
  indexes: [
    index(
      'provider_intent_key_unique',
      `unique index NAME on provider_intent (partner_id, mutation, key) where ${OPEN}`,
    ),
    index(
      'provider_intent_input_unique',
      `unique index NAME on provider_intent (partner_id, mutation, fingerprint) where ${OPEN} and not is_clients_key`,
    ),
    index(
      'provider_intent_turn_unique',
      `unique index NAME on provider_intent (partner_id, turn) where ${OPEN} and turn is not null`,
    ),
    index('provider_intent_due_index', 'index NAME on provider_intent (partner_id, due_at) where due_at is not null'),
    index('provider_intent_key_index', 'index NAME on provider_intent (partner_id, mutation, key, created_at)'),
    index('provider_intent_settled_index', 'index NAME on provider_intent (settled_at) where settled_at is not null'),
  ],
  checks: [
    { name: 'provider_intent_is_settled_once', expression: `(${OPEN}) = (settled_at is null)` },
    { name: 'provider_intent_keeps_request_while_open', expression: `(${OPEN}) = (request is not null)` },
  ],
});

/** A mutation at the provider: stored before the call, settled in the transaction of its effect. */
export class ProviderIntent extends ProviderIntentSchema.class {}
ProviderIntentSchema.setClass(ProviderIntent);
