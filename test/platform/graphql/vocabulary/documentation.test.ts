import { expect, test } from '@jest/globals';
import { CREATE_POCKET, pocketInput } from '../../../support/pockets.ts';
import { gateway } from '../../../support/shared-gateway.ts';

test('the documentation of an error describes its code, and requires no token', async () => {
  const query = CREATE_POCKET.replace(
    '... on DomainError {',
    '... on DomainError { documentation } ... on DomainError {',
  );
  const variables = { input: pocketInput({ accountNumber: '999999' }) };
  const { createPocket } = await gateway.data({ query, variables });
  expect(createPocket).toMatchObject({
    code: 'ACCOUNT_NOT_FOUND',
    documentation: `${gateway.app.url}/errors/ACCOUNT_NOT_FOUND`,
  });
  const described = await fetch(createPocket.documentation);
  expect([described.status, await described.json()]).toMatchObject([200, { code: 'ACCOUNT_NOT_FOUND', status: 404 }]);
});

test('every entry of the catalogue has documentation at its own URL', async () => {
  const { errorCatalogue } = await gateway.data({ query: '{ errorCatalogue { code status documentation } }' });
  const entries = errorCatalogue as readonly { code: string; status: number; documentation: string }[];
  expect(entries.length).toBeGreaterThan(30);
  for (const { code, status, documentation } of entries) {
    expect(documentation).toBe(`${gateway.app.url}/errors/${code}`);
    expect(await (await fetch(documentation)).json()).toMatchObject({ code, status });
  }
});
