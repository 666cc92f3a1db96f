import { defineEntity } from '@mikro-orm/core';
import { OutcomeState } from '../../platform/idempotency/idempotent-outcome.ts';

/** Those that are not settled; each of them keeps others of its key, input or turn waiting. */
const OPEN = "state in ('RUNNING', 'UNKNOWN')";
const index = (name: string, text: string) => ({ name, expression: `create ${text.replace('NAME', name)}` });

const ProviderIntentSchema = defineEntity({
  name: 'ProviderIntent',
  properties: (p) => ({
    /** Also the id of what is made, unless that was known before. */
    id: p.uuid().primary(),
    partnerId: p.text(),
    /** Client, correlation id: for the audit, and for what is raised and sent later. */
    client: p.text().nullable(),
    correlationId: p.uuid(),
    mutation: p.text(),
    key: p.uuid(),
    /** False: the key was made here, and an equal input joins this one. */
    isClientsKey: p.boolean(),
    fingerprint: p.text(),
    /** Of those with the same turn one is open at a time. */
    turn: p.text().nullable(),
    state: p.enum(() => OutcomeState).nativeEnumName('intent_state'),
    /** The input, sealed; erased with the outcome. */
    request: p.text().nullable(),
    resultId: p.uuid().nullable(),
    /** Code of the refusal. */
    refusal: p.text().nullable(),
    /** Who may settle it; null while nobody is at it. */
    lease: p.uuid().nullable(),
    /** When a worker takes it up: the end of its lease, or its next try. */
    dueAt: p.datetime(3).nullable(),
    /** Times that it was sent or looked for without an outcome. */
    tries: p.integer().default(0),
    createdAt: p.datetime(3),
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

/** A mutation that is to be done by the provider: written before the call, settled in the transaction of its effect. */
export class ProviderIntent extends ProviderIntentSchema.class {}
ProviderIntentSchema.setClass(ProviderIntent);
