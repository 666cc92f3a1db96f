import { describe, expect, test } from '@jest/globals';
import { CREATE_POCKET, pocketInput, pocketUser } from '../../support/pockets.ts';
import { gateway } from '../../support/shared-gateway.ts';

describe('personal values', () => {
  const NAME = 'Joaquina Canario';
  const CPF = '10020030240';

  /** Sends it three times: GraphQL itself answers first, later the compiled document. */
  async function expectNothingRepeated(query: string, variables: object = {}): Promise<void> {
    for (const _ of [1, 2, 3]) {
      const { status, body } = await gateway.ask({ query, variables });
      expect(status).toBe(400);
      expect(body.data).toBeUndefined();
      expect(body.errors).not.toHaveLength(0);
      for (const { extensions } of body.errors ?? [])
        expect(['BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_PARSE_FAILED']).toContain(extensions['code']);
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`Joaquina|Canario|${CPF}`, 'i'));
    }
  }

  function literal(changes: Readonly<Record<string, string>>): string {
    const fields = {
      idempotencyKey: '"0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55"',
      name: `"${NAME}"`,
      value: `"${CPF}"`,
      type: 'CPF',
      birthDate: '"1990-01-31"',
      ...changes,
    };
    return `mutation {
    createPocket(input: {
      idempotencyKey: ${fields.idempotencyKey}, accountNumber: "200001", currency: "BRL", label: "x",
      useCase: CORPORATE_EXPENSES,
      user: { name: ${fields.name}, birthDate: ${fields.birthDate}, document: { value: ${fields.value}, type: ${fields.type} } }
    }) { __typename }
  }`;
  }

  describe('an error about a variable does not repeat its value:', () => {
    test.each([
      ['a string for an object', NAME],
      ['a number for a string', pocketInput({ label: Number(CPF) })],
      ['a string for a key', pocketInput({ idempotencyKey: NAME })],
      ['a string for a date', pocketInput({ user: pocketUser({ name: NAME, birthDate: NAME }) })],
      ['a date that does not exist', pocketInput({ user: pocketUser({ name: NAME, birthDate: '2010-02-30' }) })],
      ['a list for a string', pocketInput({ user: pocketUser({ name: [NAME, CPF] }) })],
      ['an object for a string', pocketInput({ user: pocketUser({ name: { first: NAME } }) })],
      ['null for a text', pocketInput({ user: { ...pocketUser({ name: NAME }), document: null } })],
      ['a field too few', pocketInput({ user: { name: NAME, document: { value: CPF, type: 'CPF' } } })],
      ['a field too many', pocketInput({ user: pocketUser({ name: NAME, nickname: NAME }) })],
      ['an unknown enum value', pocketInput({ user: pocketUser({ document: { value: 'x', type: CPF } }) })],
      ['a string for an enum value', pocketInput({ useCase: NAME })],
      ['a number for an enum value', pocketInput({ useCase: Number(CPF) })],
      ['a string for a JSON object', pocketInput({ metadata: NAME })],
      ['all of them together', { ...pocketInput({ label: [NAME] }), user: NAME, currency: Number(CPF), useCase: NAME }],
    ])('%s', async (_case, input) => {
      await expectNothingRepeated(CREATE_POCKET, { input });
    });

    test('a document in place of a page size', async () => {
      await expectNothingRepeated('query ($n: Int) { paymentAccounts(first: $n) { totalCount } }', { n: CPF });
      await expectNothingRepeated('query ($n: Int) { paymentAccounts(first: $n) { totalCount } }', { n: Number(CPF) });
    });
  });

  describe('an error about an inline value does not repeat it:', () => {
    test.each([
      ['a number for a string', { name: CPF }],
      ['an enum value for a string', { name: 'JoaquinaCanario' }],
      ['an object for a string', { name: `{ first: "${NAME}" }` }],
      ['a list for a string', { name: `["${NAME}", "${CPF}"]` }],
      ['a string for a date', { birthDate: `"${NAME}"` }],
      ['a number for a date', { birthDate: CPF }],
      ['a string for a key', { idempotencyKey: `"${CPF}"` }],
      ['a number for a document', { value: CPF }],
      ['a string for an enum value', { type: `"${CPF}"` }],
      ['a number for an enum value', { type: CPF }],
      ['an unknown enum value', { type: 'JoaquinaCanario' }],
      ['a string of several lines', { value: `{ a: """${NAME}\n${CPF}""" }` }],
    ])('%s', async (_case, changes) => {
      await expectNothingRepeated(literal(changes));
    });

    test.each([
      ['in an argument', `{ paymentAccounts(first: "${CPF}") { totalCount } }`],
      ['too large for an argument', `{ paymentAccounts(first: ${CPF}) { totalCount } }`],
      ['as a default', `query ($n: Int = "${CPF}") { paymentAccounts(first: $n) { totalCount } }`],
      ['in a directive', `{ viewer @include(if: "${NAME}") { partner } }`],
      ['where a name belongs', `{ paymentAccount("${NAME}": "1") { id } }`],
      ['where a field belongs', `{ viewer { partner "${NAME}" } }`],
      ['where a number is malformed', `{ paymentAccount(number: ${CPF}x) { id } }`],
      ['where a value belongs', `{ paymentAccount(number: $"${NAME}") { id } }`],
      ['before an operation', `"${NAME}" { viewer { partner } }`],
      ['after an operation', `{ viewer { partner } } "${NAME}"`],
      ['in place of an operation', NAME],
      ['in a string that does not end', `{ paymentAccount(number: "${NAME}) { id } }`],
    ])('%s', async (_case, query) => {
      await expectNothingRepeated(query);
    });
  });

  test('an error about what a person entered does not repeat it either', async () => {
    const document = { value: CPF.replace('0', NAME), type: 'CPF' };
    const input = pocketInput({ user: pocketUser({ name: NAME, document }), currency: NAME });
    const { body } = await gateway.ask({ query: CREATE_POCKET, variables: { input } });
    expect(body.data.createPocket).toMatchObject({ code: 'INVALID_PARAMETER' });
    expect(JSON.stringify(body)).not.toContain(NAME);
  });
});
