import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { goodInput } from '../../support/customers.ts';
import { gateway } from '../../support/prompt-gateway.ts';
import { TemporaryFolders } from '../../support/temporary-folders.ts';

/** A partner's program that uses the functions of a second stock generator, one for each operation. */
const PROGRAM = `import { client } from './sdk/client.gen';
import {
  createPocket, processedMessages, registerCustomer, registerPixEntry, webhookConfigurations, type Options,
} from './sdk/sdk.gen';
import type { RegisterCustomerData } from './sdk/types.gen';

declare const process: { readonly argv: readonly string[] };
const [, , baseUrl = '', token = '', today = '', person = ''] = process.argv;
client.setConfig({ baseUrl, auth: token });
const headers = { 'api-version': '1' } as const;

const data = {
  user: { name: 'Maria Exemplo', document: { value: '10020030240', type: 'CPF' }, birthDate: '1990-01-31' },
  currency: 'BRL', label: 'School trip', useCase: 'CORPORATE_EXPENSES',
} as const;
const path = { accountNumber: '200001' };
const pocketHeaders = { 'api-version': '2', 'idempotency-key': crypto.randomUUID() } as const;
const made = await createPocket({ path, headers: pocketHeaders, body: { data, metadata: { branch: 'South' } } });
const number: string | undefined = made.data?.data.number;
const young = { ...data, user: { ...data.user, birthDate: '2020-01-31' } };
const otherHeaders = { 'api-version': '2', 'idempotency-key': crypto.randomUUID() } as const;
const refused = await createPocket({ path, headers: otherHeaders, body: { data: young } });
const codes: readonly string[] | undefined = refused.error?.errors.map(({ code }) => code);

const customer: Pick<Options<RegisterCustomerData>, 'path' | 'body'> = JSON.parse(person);
const registered = await registerCustomer({ ...customer, headers });

const account = { branch: '0001', number: '200002', type: 'PAYMENT' } as const;
const entry = await registerPixEntry({ headers, body: { addressingKey: { type: 'EVP' }, account } });
const status: string | undefined = entry.data?.status;

const messages = await processedMessages({ headers, query: { startDate: today, endDate: today, state: 'Success' } });
const configurations = await webhookConfigurations({ headers, query: { status: 'Enabled', pageSize: 1 } });
const totals: readonly (number | undefined)[] = [messages.data?.meta.total, configurations.data?.meta.pageSize];

// @ts-expect-error -- no operation has such a use case
await createPocket({ path, headers: pocketHeaders, body: { data: { ...data, useCase: 'GAMES' } } });
console.log(JSON.stringify({ number, codes, received: registered.response?.status, status, totals }));
`;
const COMPILER_OPTIONS = {
  ...{ noEmit: true, strict: true, noUncheckedIndexedAccess: true, types: [] },
  ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2022', 'dom'] },
};

const folders = new TemporaryFolders();

afterAll(() => {
  folders.remove();
});

const run = async (args: readonly string[], cwd: string) =>
  (await promisify(execFile)(process.execPath, [...args], { cwd })).stdout;

/** Returns the path of a package's executable. */
function binaryOf(name: string, path: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path);
}

test('functions made by a second stock generator call all five operations of the partner API', async () => {
  const folder = folders.make();
  const described = join(folder, 'openapi.json');
  writeFileSync(described, await (await fetch(`${gateway.app.url}/openapi.json`)).text());
  const generator = binaryOf('@hey-api/openapi-ts', 'bin/run.js');
  await run([generator, '--input', described, '--output', join(folder, 'sdk')], folder);
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  const compiler = binaryOf('typescript', 'bin/tsc');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['.'] }));
  expect(await run([compiler, '-p', '.'], folder).catch((error: unknown) => error)).toBe('');

  const outfile = join(folder, 'program.mjs');
  await build({ entryPoints: [join(folder, 'program.ts')], bundle: true, format: 'esm', platform: 'node', outfile });
  const { documentNumber, ...body } = await goodInput(gateway);
  const person = JSON.stringify({ path: { documentNumber }, body });
  const today = gateway.clock.now().toISOString().slice(0, 10);
  const output = await run([outfile, gateway.app.url, await gateway.token('acme-pay'), today, person], folder);
  expect(JSON.parse(output)).toEqual({
    number: expect.stringMatching(/^200001\d{1,13}BRL$/),
    codes: ['INVALID_USER_BIRTHDATE_FOR_USE_CASE'],
    received: 202,
    status: 'OWNED',
    totals: [expect.any(Number), 1],
  });
});
