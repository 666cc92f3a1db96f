import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ask, AnyGateway } from './gateway.ts';

/** How long a client waits before it sends a request again, in milliseconds. */
const RETRY_MS = 1_000;

/** Selects everything that simulateCashIn can answer. */
export const SIMULATE_CASH_IN = `
  mutation SimulateCashIn($input: SimulateCashInInput!) {
    simulateCashIn(input: $input) {
      __typename
      ... on SimulateCashInSuccess { cashIn { id amount { value currency } endToEndId account { id branch number } } }
      ... on DomainError { code status message }
      ... on InvalidInputError { violations { path message } }
      ... on AccountNotFoundError { accountNumber }
    }
  }`;

/** Returns a valid input on ACME_PAY's account 200001. */
export function cashInInput(changes: object = {}): Record<string, unknown> {
  return { accountNumber: '200001', amount: '10.50', rail: 'PIX', ...changes };
}

/** Returns the result of simulateCashIn, whichever member of the union it is. */
export async function simulateCashIn(gateway: AnyGateway, input: object, ask: Partial<Ask> = {}) {
  const data = await gateway.data({ query: SIMULATE_CASH_IN, variables: { input }, ...ask });
  return data.simulateCashIn;
}

/** Simulates a cash-in as clients do: with a key, so that it can be sent again when a busy machine has refused it. */
export async function simulateForSure(gateway: AnyGateway, input: object, ask: Partial<Ask> = {}): Promise<void> {
  const variables = { input: { ...input, idempotencyKey: randomUUID() } };
  for (;;) {
    const { body } = await gateway.ask({ query: SIMULATE_CASH_IN, variables, ...ask });
    if (body.errors === undefined) return;
    if (body.errors.some(({ extensions }) => extensions['code'] !== 'SERVICE_UNAVAILABLE'))
      throw new Error(`Unexpected errors: ${JSON.stringify(body.errors)}`);
    await wait(RETRY_MS);
  }
}
