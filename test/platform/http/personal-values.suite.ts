import { describe, expect, test } from '@jest/globals';
import { CREATE_POCKET, pocketInput, pocketUser } from '../../support/pockets.ts';
import { gateway } from '../../support/shared-gateway.ts';

describe('personal values', () => {
  const NAME = 'Joaquina Canario';
  const CPF = '10020030240';

  /** Asks three times: the first answer is GraphQL's own, later ones come from the compiled document. */
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

  describe('what is wrong with a variable is told without its value:', () => {
    test.each([
      ['a text for an object', NAME],
      ['a number for a text', pocketInput({ label: Number(CPF) })],
      ['a text for a key', pocketInput({ idempotencyKey: NAME })],
      ['a text for a date', pocketInput({ user: pocketUser({ name: NAME, birthDate: NAME }) })],
      ['a date that does not exist', pocketInput({ user: pocketUser({ name: NAME, birthDate: '2010-02-30' }) })],
      ['a list for a text', pocketInput({ user: pocketUser({ name: [NAME, CPF] }) })],
      ['an object for a text', pocketInput({ user: pocketUser({ name: { first: NAME } }) })],
      ['null for a text', pocketInput({ user: { ...pocketUser({ name: NAME }), document: null } })],
      ['a field too few', pocketInput({ user: { name: NAME, document: { value: CPF, type: 'CPF' } } })],
      ['a field too many', pocketInput({ user: pocketUser({ name: NAME, nickname: NAME }) })],
      ['an unknown member', pocketInput({ user: pocketUser({ document: { value: 'x', type: CPF } }) })],
      ['a text for a member', pocketInput({ useCase: NAME })],
      ['a number for a member', pocketInput({ useCase: Number(CPF) })],
      ['a text for a JSON object', pocketInput({ metadata: NAME })],
      ['everything at once', { ...pocketInput({ label: [NAME] }), user: NAME, currency: Number(CPF), useCase: NAME }],
    ])('%s', async (_case, input) => {
      await expectNothingRepeated(CREATE_POCKET, { input });
    });

    test('a document in place of a page size', async () => {
      await expectNothingRepeated('query ($n: Int) { paymentAccounts(first: $n) { totalCount } }', { n: CPF });
      await expectNothingRepeated('query ($n: Int) { paymentAccounts(first: $n) { totalCount } }', { n: Number(CPF) });
    });
  });

  describe('what is wrong with an inline value is told without it:', () => {
    test.each([
      ['a number for a text', { name: CPF }],
      ['a member for a text', { name: 'JoaquinaCanario' }],
      ['an object for a text', { name: `{ first: "${NAME}" }` }],
      ['a list for a text', { name: `["${NAME}", "${CPF}"]` }],
      ['a text for a date', { birthDate: `"${NAME}"` }],
      ['a number for a date', { birthDate: CPF }],
      ['a text for a key', { idempotencyKey: `"${CPF}"` }],
      ['a number for a document', { value: CPF }],
      ['a text for a member', { type: `"${CPF}"` }],
      ['a number for a member', { type: CPF }],
      ['an unknown member', { type: 'JoaquinaCanario' }],
      ['a text in several lines', { value: `{ a: """${NAME}\n${CPF}""" }` }],
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
      ['behind an operation', `{ viewer { partner } } "${NAME}"`],
      ['in place of an operation', NAME],
      ['in a text that does not end', `{ paymentAccount(number: "${NAME}) { id } }`],
    ])('%s', async (_case, query) => {
      await expectNothingRepeated(query);
    });
  });

  test('what a person typed wrong is told without its value too', async () => {
    const document = { value: CPF.replace('0', NAME), type: 'CPF' };
    const input = pocketInput({ user: pocketUser({ name: NAME, document }), currency: NAME });
    const { body } = await gateway.ask({ query: CREATE_POCKET, variables: { input } });
    expect(body.data.createPocket).toMatchObject({ code: 'INVALID_PARAMETER' });
    expect(JSON.stringify(body)).not.toContain(NAME);
  });
});
