import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTypes, { astToString } from 'openapi-typescript';
import { newCpf, newMobile, PIXEL_PNG } from '../../support/customers.ts';
import { eventually } from '../../support/gateway.ts';
import { gateway } from '../../support/prompt-gateway.ts';
import type { Description } from '../../support/rest.ts';
import { createPocket, partnerClient, sendPicture, type PartnerClient, type Picture } from './rest-client/client.ts';

const GENERATED = 'test/extensions/rest/rest-client/generated/paths.ts';
const image = new Blob([Buffer.from(PIXEL_PNG, 'base64')], { type: 'image/png' });
const header = { 'api-version': '1' } as const;

const pocketData = {
  user: { name: 'Maria Exemplo', document: { value: '10020030240', type: 'CPF' }, birthDate: '1990-01-31' },
  currency: 'BRL',
  label: 'School trip',
  useCase: 'CORPORATE_EXPENSES',
} as const;

async function description(): Promise<Description> {
  const response = await fetch(`${gateway.app.url}/openapi.json`);
  return (await response.json()) as Description;
}

function namesIn({ paths }: Description): readonly string[] {
  return Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ operationId = [] }) => operationId));
}

describe('the description at /openapi.json', () => {
  test('is valid OpenAPI 3.1 with a unique name for each operation', async () => {
    const validator = new Validator();
    const described = await description();
    expect([await validator.validate({ ...described }), validator.version]).toEqual([{ valid: true }, '3.1']);
    const names = namesIn(described);
    expect([names.length > 10, new Set(names).size]).toEqual([true, names.length]);
  });

  test('lists the ways to bind a token, and defines each of them', async () => {
    const { paths, components } = (await description()) as Description & {
      readonly components: {
        readonly securitySchemes: Record<string, { readonly type: string; readonly scheme?: string }>;
      };
    };
    const { securitySchemes } = components;
    expect(Object.values(securitySchemes).map(({ type, scheme }) => scheme ?? type)).toEqual([
      'bearer',
      'dpop',
      'mutualTLS',
    ]);
    const { security } = paths['/customers/{documentNumber}']?.['get'] as { security?: Record<string, string[]>[] };
    const ways = security?.map((way) => Object.keys(way)) ?? [];
    expect(ways).toEqual([['bearer'], ['dpop'], ['bearer', 'mutualTls']]);
    expect(ways.flat().filter((name) => !(name in securitySchemes))).toEqual([]);
  });

  test('gives a stock generator the types that the client is written against', async () => {
    expect(astToString(await openapiTypes(new URL('/openapi.json', gateway.app.url)))).toBe(
      readFileSync(GENERATED, 'utf8'),
    );
  });

  test('has types under which the client compiles with strict, and unknown members and codes do not', async () => {
    const args = ['node_modules/typescript/bin/tsc', '-p', 'test/extensions/rest/rest-client'];
    const compiling = promisify(execFile)(process.execPath, args).catch((error: unknown) => error);
    expect(await compiling).toEqual({ stdout: '', stderr: '' });
  });
});

/** Creates a client that records which operations it calls. */
async function ownClient(): Promise<{ client: PartnerClient; called: Set<string> }> {
  const client = partnerClient(gateway.app.url, await gateway.token('acme-pay'));
  const called = new Set<string>();
  client.use({
    onRequest: ({ schemaPath, request }) => {
      called.add(`${request.method.toLowerCase()} ${schemaPath}`);
    },
  });
  return { client, called };
}

async function approvedPicture(client: PartnerClient, documentNumber: string, picture: Picture): Promise<string> {
  const token = (await sendPicture(client, documentNumber, picture, image)) ?? '';
  await eventually(async () => {
    const params = { path: { documentNumber }, query: { token: [token] }, header };
    const { data } = await client.GET('/document-analysis/{documentNumber}', { params });
    return data?.[0]?.status === 'ANALYSIS_COMPLETED';
  });
  return token;
}

/** Registers a customer, waits for approval, and opens an account; returns its number. */
async function openedAccount(client: PartnerClient, documentNumber: string): Promise<string> {
  const [selfie, idCardFront, idCardBack] = [
    await approvedPicture(client, documentNumber, 'SELFIE'),
    await approvedPicture(client, documentNumber, 'FRONT'),
    await approvedPicture(client, documentNumber, 'BACK'),
  ];
  const params = { path: { documentNumber }, header };
  const { response } = await client.PUT('/customers/{documentNumber}', {
    params,
    body: {
      registerName: 'Maria Exemplo',
      birthDate: '1990-01-31',
      phone: { countryCode: '55', number: newMobile() },
      address: {
        zipCode: '01310-100',
        addressLine: 'Avenida Paulista',
        buildingNumber: '1000',
        neighborhood: 'Bela Vista',
        city: 'Sao Paulo',
        state: 'SP',
        country: 'BR',
      },
      assertedIncome: { value: 5400.5 },
      occupation: 'OCP0001',
      pep: { level: 'NONE' },
      motherName: 'Joana Exemplo',
      email: `${randomUUID()}@example.com`,
      documentation: { selfie, idCardFront, idCardBack },
    },
  });
  expect(response.status).toBe(202);
  await eventually(async () => {
    const { data } = await client.GET('/customers/{documentNumber}', { params });
    return data?.status === 'APPROVED';
  });
  const { data } = await client.POST('/customers/{documentNumber}/accounts', { params });
  return data?.number ?? '';
}

/** Saves into a pocket of an account with money, redeems it, and reads what that has left. */
async function moveMoney(client: PartnerClient): Promise<void> {
  const accountNumber = '200001';
  const pocketNumber = await createPocket(client, { accountNumber, key: randomUUID(), data: pocketData });
  const path = { pocketNumber };
  const keyed = () => ({ path, header: { 'api-version': '2', 'idempotency-key': randomUUID() } }) as const;
  const body = { data: { amount: { value: 25.5, currency: 'BRL' }, description: 'School trip' } };
  const saved = await client.POST('/pockets/{pocketNumber}/transactions/savings', { params: keyed(), body });
  const authenticationCode = saved.data?.data.authenticationCode ?? '';
  const pockets = { header: { 'api-version': '2' } } as const;
  const shown = await client.GET('/pockets/{pocketNumber}/transactions/{authenticationCode}', {
    params: { path: { ...path, authenticationCode }, ...pockets },
  });
  expect(shown.data?.data).toEqual(saved.data?.data);
  const balances = await client.GET('/pockets/{pocketNumber}/balances', { params: { path, ...pockets } });
  expect(balances.data?.data.available.value).toBe(25.5);
  const redeemed = await client.POST('/pockets/{pocketNumber}/transactions/redeems', { params: keyed(), body });
  expect(redeemed.data?.data.status).toBe('DONE');
  const ofAccount = { params: { path: { accountNumber }, header } };
  const balance = await client.GET('/accounts/{accountNumber}/balances', ofAccount);
  const { data } = await client.GET('/accounts/{accountNumber}/statement', ofAccount);
  expect(data?.data[0]).toMatchObject({ kind: 'REDEEM', balanceAfter: balance.data?.data.available });
}

test('a generated client reaches every operation of a running gateway', async () => {
  const { client, called } = await ownClient();
  const documentNumber = newCpf();
  const accountNumber = await openedAccount(client, documentNumber);
  const ofAccount = { path: { accountNumber } };
  const account = await client.GET('/accounts/{accountNumber}', { params: { ...ofAccount, header } });
  expect(account.data?.holder.document).toEqual({ value: documentNumber, type: 'CPF' });

  const pocket = { accountNumber, key: randomUUID(), metadata: { branch: 'South', floors: [1, 2] }, data: pocketData };
  const number = await createPocket(client, pocket);
  const pockets = { header: { 'api-version': '2' } } as const;
  const read = await client.GET('/pockets/{pocketNumber}', { params: { path: { pocketNumber: number }, ...pockets } });
  expect([read.data?.data.number, read.data?.metadata['branch']]).toEqual([number, 'South']);
  const listed = await client.GET('/accounts/{accountNumber}/pockets', { params: { ...ofAccount, ...pockets } });
  expect(listed.data?.data.map((one) => one.number)).toEqual([number]);
  const closed = await client.PATCH('/pockets/{pocketNumber}/closure', {
    params: { path: { pocketNumber: number }, ...pockets },
  });
  expect(closed.response.status).toBe(204);
  const money = { accountNumber: '200001', amount: 150.25, rail: 'PIX' } as const;
  const cashIn = await client.POST('/sandbox/cash-ins', { params: { header }, body: money });
  expect(cashIn.data?.amount).toBe(150.25);
  await moveMoney(client);

  const newer = await client.POST('/document-analysis/{documentNumber}/deepface', {
    params: { path: { documentNumber }, header },
    body: { documentType: 'SELFIE', image },
    bodySerializer: () => {
      const form = new FormData();
      form.append('documentType', 'SELFIE');
      form.append('image', image, 'picture.png');
      return form;
    },
  });
  expect(newer.response.status).toBe(202);

  const addressingKey = { type: 'EMAIL', value: `${randomUUID()}@example.com` } as const;
  const sent = await client.POST('/totp', {
    params: { header: { ...header, 'x-svc-user-id': documentNumber } },
    body: { context: 'Pix', operation: 'RegisterEntry', data: { addressingKey } },
  });
  const { hash = '', code = '' } = sent.data ?? {};
  const proven = await client.PATCH('/totp', { params: { header }, body: { hash, code } });
  const entry = await client.POST('/pix/entries', {
    params: { header: { ...header, 'x-svc-transactional-hash': proven.data?.hash ?? '' } },
    body: { addressingKey, account: { branch: '0001', number: accountNumber, type: 'PAYMENT' } },
  });
  expect([entry.data?.status, entry.data?.addressingKey]).toEqual(['OWNED', addressingKey]);
  const keys = await client.GET('/accounts/{accountNumber}/addressing-keys', { params: { ...ofAccount, header } });
  expect(keys.data?.map(({ value }) => value)).toEqual([addressingKey.value]);
  const named = { params: { path: { key: addressingKey.value }, header } };
  const shown = await client.GET('/pix/entries/{key}', named);
  expect([shown.data?.status, shown.data?.holder.document.value]).toEqual(['OWNED', documentNumber]);
  const deleted = await client.DELETE('/pix/entries/{key}', named);
  expect(deleted.response.status).toBe(204);

  const today = gateway.clock.now().toISOString().slice(0, 10);
  const period = { startDate: today, endDate: today, state: 'Success' } as const;
  const messages = await client.GET('/webhooks/processed-messages', { params: { query: period, header } });
  expect(messages.data?.meta.page).toBe(1);
  const count = await client.GET('/webhooks/processed-messages/batch', { params: { query: period, header } });
  const batch = await client.POST('/webhooks/processed-messages/batch', { params: { header }, body: period });
  expect([typeof count.data?.data.matched, typeof batch.data?.data.id]).toEqual(['number', 'string']);
  const again = await client.POST('/webhooks/processed-messages/{idempotencyKey}', {
    params: { path: { idempotencyKey: randomUUID() }, header },
  });
  expect(again.error?.errors[0]?.code).toBe('WEBHOOK_MESSAGE_NOT_FOUND');
  const configurations = await client.GET('/webhooks/configurations', { params: { header, query: { pageSize: 1 } } });
  expect(configurations.data?.data.map(({ status }) => status)).toHaveLength(1);

  const wanted = {
    ...{ name: 'Cash-ins', context: 'Pix', eventName: 'PIX_CASH_IN_WAS_CLEARED', publicKey: 'pk-1' },
    ...{ uri: `http://127.0.0.1:9/${randomUUID()}`, privateKey: 'any text of a receiver' },
  } as const;
  const configured = await client.POST('/webhooks/configurations', { params: { header }, body: wanted });
  const configurationId = configured.data?.data.id ?? '';
  const one = { params: { path: { configurationId }, header } };
  const found = await client.GET('/webhooks/configurations/{configurationId}', one);
  expect([found.data?.data.status, found.data?.data.uri]).toEqual(['Enabled', wanted.uri]);
  const moved = await client.PATCH('/webhooks/configurations/{configurationId}', {
    ...one,
    body: { publicKey: 'pk-2' },
  });
  expect(moved.data?.data.publicKey).toBe('pk-2');
  const switched = [
    await client.PATCH('/webhooks/configurations/{configurationId}/disable', one),
    await client.PATCH('/webhooks/configurations/{configurationId}/enable', one),
    await client.DELETE('/webhooks/configurations/{configurationId}', one),
  ];
  expect(switched.map(({ response }) => response.status)).toEqual([204, 204, 204]);

  const ofPerson = { params: { path: { documentNumber }, header } };
  const held = await client.GET('/customers/{documentNumber}/accounts', ofPerson);
  expect(held.data?.map(({ number: own }) => own)).toEqual([accountNumber]);

  const ofCustomer = { params: { path: { documentNumber }, header } };
  const updated = await client.PATCH('/customers/{documentNumber}', {
    ...ofCustomer,
    body: { data: { socialName: 'Ana' } },
  });
  const ended = await client.PATCH('/accounts/{accountNumber}/closure', { params: { ...ofAccount, header } });
  const cancelled = await client.PATCH('/customers/{documentNumber}/cancel', ofCustomer);
  expect([updated, ended, cancelled].map(({ response }) => response.status)).toEqual([202, 202, 202]);

  const described = Object.entries((await description()).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) => (operationId ? `${method} ${path}` : [])),
  );
  expect([...called].toSorted()).toEqual(described.toSorted());
});

describe('a refusal of a generated client', () => {
  test('has a code that its types know', async () => {
    const { client } = await ownClient();
    const young = { ...pocketData, user: { ...pocketData.user, birthDate: '2020-01-31' } };
    const pocket = { accountNumber: '200001', key: randomUUID(), data: young };
    expect(await createPocket(client, pocket)).toBe('This person has another age.');
    const blank = { ...pocketData, label: ' ' };
    expect(await createPocket(client, { ...pocket, data: blank })).toBe('Look at what you wrote.');
    const unknownAccount = await createPocket(client, { ...pocket, accountNumber: '999999' });
    expect(unknownAccount).toBe('Call us, and say ACCOUNT_NOT_FOUND.');
  });

  test('names the parameter of a list', async () => {
    const { client } = await ownClient();
    const query = { startDate: '1999-01-01', endDate: '1999-01-02' };
    const { error } = await client.GET('/webhooks/processed-messages', { params: { query, header } });
    expect(error?.errors.map(({ code, propertyName }) => [code, propertyName])).toEqual([
      ['INVALID_PARAMETER', 'startDate'],
    ]);
  });
});
