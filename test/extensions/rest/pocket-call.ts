import { randomUUID } from 'node:crypto';
import type { RestCall } from '../../support/rest.ts';

export const POCKETS = 'POST /accounts/200001/pockets';
export const data = {
  user: { name: 'Maria Exemplo', document: { value: '10020030240', type: 'CPF' }, birthDate: '1990-01-31' },
  currency: 'BRL',
  label: 'School trip',
  useCase: 'CORPORATE_EXPENSES',
};

/** Returns a request for a pocket with its own idempotency key, with the given changes. */
export function pocketCall(changes: Partial<RestCall> = {}): RestCall {
  const { headers, ...others } = changes;
  return { body: { data }, ...others, headers: { 'idempotency-key': randomUUID(), ...headers } };
}
