import { expect, test } from '@jest/globals';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { gateway } from '../../support/shared-gateway.ts';
import { TestStream } from '../../support/streams.ts';

test('a number that would be rounded is refused in a stream', async () => {
  const token = await gateway.token('acme-pay');
  const variables = { input: pocketInput({ metadata: { order: [{ id: JSON.rawJSON('9007199254740993') }] } }) };
  const asked = { url: gateway.app.url, token, method: 'POST', query: CREATE_POCKET, variables } as const;
  const stream = await TestStream.events(asked);
  await stream.ended;
  const violations = [{ path: ['metadata'], message: expect.stringContaining('exactly as a string') }];
  expect(stream.nexts().map(({ data }) => data.data.createPocket)).toMatchObject([
    { __typename: 'InvalidInputError', violations },
  ]);
});
