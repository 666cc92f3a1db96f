import type { Ask, AnyGateway } from './gateway.ts';

/** Selects everything that simulateCashIn can answer. */
export const SIMULATE_CASH_IN = `
  mutation SimulateCashIn($input: SimulateCashInInput!) {
    simulateCashIn(input: $input) {
      __typename
      ... on SimulateCashInSuccess { cashIn { id amount currency endToEndId account { id branch number } } }
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
