import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { browserTest } from '../support/browser.ts';
import { newCpf, newMobile, PIXEL_PNG } from '../support/customers.ts';
import { expectClean } from '../support/pages-under-test.ts';
import { TestProcess } from '../support/process.ts';
import { browser, pages } from '../support/shared-pages.ts';

type Fields = Readonly<Record<string, string>>;

const BUTTONS = { pocket: 'Create pocket', customer: 'Register customer', pix: 'Register key' } as const;
type FormName = keyof typeof BUTTONS;

let frontend: TestProcess;
let address: string;

/** Opens a form at an address of its own: another part of the same page would not be loaded again. */
const open = (form: FormName) => browser.open(`${address}&opened=${randomUUID()}#${form}`);

async function fill(page: Page, fields: Fields): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

async function submit(page: Page, form: FormName, fields: Fields): Promise<void> {
  await fill(page, fields);
  await page.getByRole('button', { name: BUTTONS[form] }).click();
}

/** Finds the problem beside a field that is marked as invalid for assistive technology. */
function beside(page: Page, label: string) {
  return page
    .getByLabel(label, { exact: true })
    .and(page.locator('[aria-invalid=true]'))
    .locator('xpath=..')
    .locator('.problem');
}

/** Expects that a form shows one problem, beside one field. */
async function refused(form: FormName, fields: Fields, label: string, message: string) {
  const watched = await open(form);
  await submit(watched.page, form, fields);
  await expectProblem(watched.page, label, message);
  // The browser reports a response of 400, with which GraphQL itself refuses a date that is none.
  expect(watched.errors.filter((error) => !error.includes('400 (Bad Request)'))).toEqual([]);
  return watched.page;
}

async function expectProblem(page: Page, label: string, message: string): Promise<void> {
  const problem = beside(page, label);
  await problem.waitFor();
  expect(await problem.textContent()).toContain(message);
  expect(await page.locator('.problem').count()).toBe(1);
}

/** A person who is new: what of it must be unique. */
const person = (changes: Fields = {}): Fields => ({
  ...{ CPF: newCpf(), 'E-mail': `${randomUUID()}@example.com`, 'Mobile phone': newMobile() },
  ...changes,
});

/** Chooses a picture for each of three fields, and waits for its approval. */
async function choosePictures(page: Page): Promise<void> {
  const picture = { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL_PNG, 'base64') };
  for (const [nth, label] of ['Selfie', 'Identity card, front', 'Identity card, back'].entries()) {
    await page.getByLabel(label, { exact: true }).setInputFiles(picture);
    await page.getByText('Approved.').nth(nth).waitFor();
  }
}

beforeAll(async () => {
  frontend = new TestProcess(['scripts/frontend.mjs'], { PORT: '0' });
  const [, url = ''] = await frontend.says(/(http:[^;]+);/);
  address = `${url}/?gateway=${encodeURIComponent(pages.gateway.url)}`;
});
afterAll(() => frontend.end('SIGTERM'));

describe('the form for a pocket', () => {
  browserTest('creates one', async () => {
    const watched = await open('pocket');
    await submit(watched.page, 'pocket', {});
    await watched.page.getByText(/^Pocket 200002\d+BRL was created\.$/).waitFor();
    expectClean(watched);
  });

  browserTest.each<[Fields, string, string]>([
    [{ 'Account number': '999999' }, 'Account number', 'Account not found.'],
    [{ 'Account number': '100002' }, 'Account number', 'Account status is not ACTIVE.'],
    [{ 'Birth date of the user': '2015-01-31' }, 'Birth date of the user', 'At least 18 years.'],
    [
      { 'Birth date of the user': '1990-01-31', 'Use case': 'ACCOUNT_FOR_UNDER_AGE' },
      'Birth date of the user',
      'From 16 to 18 years.',
    ],
    [{ 'Birth date of the user': '31/01/1990' }, 'Birth date of the user', ''],
    [{ 'CPF of the user': '10020030241' }, 'CPF of the user', ''],
    [{ 'Name of the pocket': '' }, 'Name of the pocket', ''],
    [{ Currency: 'reais' }, 'Currency', ''],
  ])('shows the refusal of %j beside its field', async (fields, label, message) => {
    await refused('pocket', fields, label, message);
  });

  browserTest('shows two refused fields together, and none after they are corrected', async () => {
    const watched = await open('pocket');
    await submit(watched.page, 'pocket', { 'Name of the pocket': '', 'Name of the user': '' });
    await beside(watched.page, 'Name of the pocket').waitFor();
    expect(await watched.page.locator('.problem').count()).toBe(2);
    await submit(watched.page, 'pocket', { 'Name of the pocket': 'Books', 'Name of the user': 'Maria Exemplo' });
    await watched.page.getByText(/was created\.$/).waitFor();
    expect(await watched.page.locator('.problem').count()).toBe(0);
  });

  browserTest('shows the limit of an account that is full', async () => {
    const { page } = await open('pocket');
    for (const label of ['one', 'two', 'three']) {
      await submit(page, 'pocket', { 'Account number': '200003', 'Name of the pocket': label });
      await page.getByText(/^Pocket 200003/).waitFor();
      await page.reload();
    }
    await submit(page, 'pocket', { 'Account number': '200003' });
    await expectProblem(page, 'Account number', 'Account has reached the maximum pocket counts. It may have 3.');
  });
});

describe('the form for a customer', () => {
  browserTest('registers a person with three pictures, and not twice', async () => {
    const watched = await open('customer');
    const fields = person();
    await fill(watched.page, fields);
    await choosePictures(watched.page);
    await submit(watched.page, 'customer', {});
    await watched.page.getByText('The registration is PENDING_APPROVAL.').waitFor();
    await submit(watched.page, 'customer', {});
    await beside(watched.page, 'CPF').waitFor();
    expectClean(watched);
  });

  browserTest('offers what the gateway accepts', async () => {
    const { page } = await open('customer');
    await page.locator('datalist#occupation-choices option').nth(104).waitFor({ state: 'attached' });
    expect(await page.locator('datalist[id="address.state-choices"] option').count()).toBe(27);
  });

  browserTest('shows each refusal beside its field', async () => {
    const { page } = await open('customer');
    await fill(page, person());
    await choosePictures(page);
    const cases: readonly (readonly [label: string, Fields, message: string])[] = [
      ['Birth date', { 'Birth date': '2015-01-31' }, ''],
      ['Dialling code', { 'Dialling code': '53', 'Mobile phone': '51234567' }, ''],
      ['CPF', { CPF: '10020030916' }, 'Try again later.'],
      ['Mobile phone', { 'Mobile phone': '61990200169' }, ''],
      ['E-mail', { 'E-mail': 'Ana.Exemplo@acme-pay.example' }, ''],
      ['Occupation', { Occupation: 'OCP0106' }, ''],
      ['Birth date', { 'Birth date': 'yesterday' }, ''],
      ['State', { State: 'XX' }, ''],
      ['Income in reais', { 'Income in reais': 'much' }, ''],
      ['Name', { Name: 'M4ria' }, ''],
    ];
    const good = { 'Birth date': '1990-01-31', 'Dialling code': '55', Occupation: 'OCP0001', State: 'SP' };
    for (const [label, changes, message] of cases) {
      await submit(page, 'customer', person({ ...good, 'Income in reais': '5400', Name: 'Maria', ...changes }));
      await expectProblem(page, label, message);
    }
    // The pictures are of another person than the last one.
    await submit(page, 'customer', person({ Name: 'Maria Exemplo' }));
    await beside(page, 'Identity card, back').waitFor();
    expect(await page.locator('.problem').count()).toBe(3);
  });

  browserTest('shows each picture that is missing', async () => {
    const { page } = await open('customer');
    await submit(page, 'customer', person());
    for (const label of ['Selfie', 'Identity card, front', 'Identity card, back']) await beside(page, label).waitFor();
    expect(await page.locator('.problem').count()).toBe(3);
  });

  browserTest('continues a rejected registration with a detailed analysis', async () => {
    const { page } = await open('customer');
    // The sandbox rejects persons whose CPF has this beginning.
    const cpf = '99900000692';
    await fill(page, person({ CPF: cpf }));
    await choosePictures(page);
    await submit(page, 'customer', {});
    await page.getByText('The registration is PENDING_APPROVAL.').waitFor();
    const step = page.getByRole('button', { name: 'Continue with requestDetailedAnalysis' });
    while (!(await step.isVisible())) {
      await submit(page, 'customer', {});
      await beside(page, 'CPF').waitFor();
    }
    await step.click();
    await page.getByText('requestDetailedAnalysis is done.').waitFor();
    await submit(page, 'customer', {});
    await page.getByText(/The decision is due by/).waitFor();
  });
});

describe('the form for a Pix key', () => {
  const key = (type: string, value = ''): Fields => ({ 'Type of the key': type, Key: value });
  const of = (account: string, holder: string): Fields => ({ 'Account number': account, 'CPF of the holder': holder });
  const ANA = of('200001', '10020030169');
  const BRUNO = '10020030320';
  const CODE = 'Code that was sent to the address';

  browserTest('registers an address whose code is right', async () => {
    const watched = await open('pix');
    const { page } = watched;
    await fill(page, key('EMAIL', `${randomUUID()}@example.com`));
    await submit(page, 'pix', {});
    await expectProblem(page, CODE, 'Give the hash of a validated code');
    await submit(page, 'pix', { [CODE]: '123456' });
    await page.getByText('Ask for a code, and write it here.').waitFor();
    await page.getByRole('button', { name: 'Send a code' }).click();
    const said = await page.getByText(/in the sandbox it is \d{6}\./).textContent();
    const code = String(said).match(/\d{6}/)?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    await submit(page, 'pix', { [CODE]: wrong });
    await beside(page, CODE).waitFor();
    await submit(page, 'pix', { [CODE]: code });
    await page.getByText(/^The key .*@example\.com is registered\.$/).waitFor();
    expect(await page.locator('.problem').count()).toBe(0);
    expectClean(watched);
  });

  browserTest.each<[Fields, string, string]>([
    [{ ...key('EVP'), 'CPF of the holder': '12345' }, 'CPF of the holder', ''],
    [{ ...key('EVP'), ...of('200001', BRUNO) }, 'CPF of the holder', 'Permission not granted'],
    [{ ...key('EVP'), ...of('999999', '10020030169') }, 'Account number', ''],
    [{ ...key('EVP'), ...ANA, Branch: '0002' }, 'Branch', 'another branch'],
    [{ ...key('EVP'), 'Account number': '100002', 'CPF of the holder': '' }, 'Account number', ''],
    [{ ...key('EVP'), 'Account number': '200004', 'CPF of the holder': '' }, 'Account number', ''],
    [{ ...key('EVP'), 'Account number': '200005', 'CPF of the holder': '' }, 'Account number', 'It may have 5.'],
    [{ ...key('CPF', '10020030169'), 'Account number': '100001', 'CPF of the holder': '' }, 'Type of the key', ''],
    [{ ...key('CPF', '10020030240'), ...ANA }, 'Key', ''],
    [{ ...key('CPF', '10020030241'), ...ANA }, 'Key', ''],
    [{ ...key('PHONE', '+551132650001'), ...ANA, [CODE]: '123456' }, 'Key', ''],
    [{ ...key('CPF', BRUNO), ...of('200002', BRUNO) }, 'Key', ''],
    [{ ...key('EVP', 'mine'), ...ANA }, 'Key', ''],
  ])('shows the refusal of %j beside its field', async (fields, label, message) => {
    await refused('pix', fields, label, message);
  });

  browserTest('continues a key of another account of the holder by changing its account', async () => {
    const page = await refused('pix', { ...key('CPF', BRUNO), ...of('200003', BRUNO) }, 'Key', '');
    await page.getByRole('button', { name: 'Continue with changePixEntryAccount' }).click();
    await page.getByText('changePixEntryAccount is done.').waitFor();
    await submit(page, 'pix', {});
    await expectProblem(page, 'Key', 'same account');
  });
});
