import { describe, expect, test } from '@jest/globals';
import { eventsOf, goodInput, newCpf, registerCustomer, registrationInput } from '../../support/customers.ts';
import { gateway } from '../../support/sandbox-gateway.ts';

const RACES = 8;
const RUNNERS = 6;

/** Registers all concurrently; returns the outcomes, sorted: a code, or the name of a type. */
async function outcomes(inputs: readonly object[]): Promise<string[]> {
  const results = await Promise.all(inputs.map((input) => registerCustomer(gateway, input)));
  return results.map(({ code, __typename }) => code ?? __typename).sort();
}

function goodInputs(changes: () => object): Promise<object[]> {
  return Promise.all(Array.from({ length: RUNNERS }, () => goodInput(gateway, changes())));
}

const LOSERS = RUNNERS - 1;
const won = 'RegisterCustomerSuccess';

describe('of concurrent registrations', () => {
  test.each(Array.from({ length: RACES }, (_, nth) => nth))('with the same e-mail one wins: race %i', async () => {
    const { email } = registrationInput();
    const lost = Array.from({ length: LOSERS }, () => 'EMAIL_ALREADY_IN_USE');
    expect(await outcomes(await goodInputs(() => ({ email })))).toEqual([...lost, won]);
  });

  test.each(Array.from({ length: RACES }, (_, nth) => nth))('with the same phone one wins: race %i', async () => {
    const { phone } = registrationInput();
    const lost = Array.from({ length: LOSERS }, () => 'PHONE_ALREADY_IN_USE');
    expect(await outcomes(await goodInputs(() => ({ phone })))).toEqual([...lost, won].sort());
  });

  test.each(Array.from({ length: RACES }, (_, nth) => nth))('of the same person one is accepted: race %i', async () => {
    const documentNumber = newCpf();
    const lost = Array.from({ length: LOSERS }, () => 'CUSTOMER_AWAIT_EVALUATION');
    expect(await outcomes(await goodInputs(() => ({ documentNumber })))).toEqual([...lost, won]);
    expect(await eventsOf(gateway, documentNumber)).toHaveLength(1);
  });

  test('with crossed contacts none waits forever', async () => {
    const [a, b] = [registrationInput(), registrationInput()];
    const inputs = await Promise.all(
      Array.from({ length: RUNNERS }, (_, nth) =>
        goodInput(gateway, nth % 2 === 0 ? { phone: a.phone, email: b.email } : { phone: b.phone, email: a.email }),
      ),
    );
    const results = await outcomes(inputs);
    expect(results.filter((result) => result === won)).toHaveLength(2);
    expect(new Set(results)).toEqual(new Set([won, 'PHONE_ALREADY_IN_USE']));
  });
});
