import { expect, test } from '@jest/globals';
import { socketOf } from '../../support/live-events.ts';
import { CREATE_POCKET, createPocket, expectSuccess, pocketInput } from '../../support/pockets.ts';
import { gateway } from '../../support/shared-gateway.ts';

const ROUNDED = '9007199254740993';
const REFUSED = {
  __typename: 'InvalidInputError',
  violations: [{ path: ['metadata'], message: expect.stringContaining('exactly as a string') }],
};

/** Returns an input with a number in its metadata, which is sent exactly as it is written. */
function withNumber(text: string) {
  return pocketInput({ metadata: { order: [{ id: JSON.rawJSON(text) }] } });
}

test.each([ROUNDED, '-12345678901234567890', '0.12345678901234567', '1e999'])(
  'the number %s in metadata, which would be stored as another, is refused',
  async (text) => {
    expect(await createPocket(gateway, withNumber(text))).toMatchObject(REFUSED);
  },
);

test.each(['9007199254740992', '1e20', '0.30000000000000004', '-0.10'])(
  'the number %s in metadata is stored',
  async (text) => {
    const { metadata } = await expectSuccess(createPocket(gateway, withNumber(text)));
    expect(metadata).toEqual({ order: [{ id: Number(text) }] });
  },
);

test('a number that would be rounded is refused in the text of a document', async () => {
  const { metadata: _none, ...input } = pocketInput();
  const literal = JSON.stringify(input)
    .replaceAll(/"(\w+)":/g, '$1: ')
    .replaceAll(/"(CPF|CORPORATE_EXPENSES)"/g, '$1')
    .replace(/}$/, `, metadata: { order: [{ id: ${ROUNDED} }] } }`);
  const query = `mutation { createPocket(input: ${literal}) { __typename ... on InvalidInputError { violations { path message } } } }`;
  const { body } = await gateway.ask({ query });
  expect(body.data?.['createPocket']).toMatchObject(REFUSED);
});

test('a number that would be rounded is refused over a socket', async () => {
  const variables = { input: withNumber(ROUNDED) };
  const socket = await socketOf(gateway);
  expect((await socket.run(CREATE_POCKET, variables)).data.createPocket).toMatchObject(REFUSED);
});
