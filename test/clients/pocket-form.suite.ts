import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { browserTest } from '../support/browser.ts';
import { expectClean } from '../support/pages-under-test.ts';
import { TestProcess } from '../support/process.ts';
import { browser, pages } from '../support/shared-pages.ts';

let frontend: TestProcess;
let address: string;

const open = () => browser.open(address);

async function submit(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Create pocket' }).click();
}

/** Finds the problem beside a field that is marked as invalid for assistive technology. */
function beside(page: Page, label: string) {
  return page
    .getByLabel(label, { exact: true })
    .and(page.locator('[aria-invalid=true]'))
    .locator('xpath=..')
    .locator('.problem');
}

describe('the page of a frontend team', () => {
  beforeAll(async () => {
    frontend = new TestProcess(['scripts/frontend.mjs'], { PORT: '0' });
    const [, url = ''] = await frontend.says(/(http:[^;]+);/);
    address = `${url}/?gateway=${encodeURIComponent(pages.gateway.url)}`;
  });
  afterAll(() => frontend.end('SIGTERM'));

  browserTest('creates a pocket', async () => {
    const watched = await open();
    await submit(watched.page, {});
    await watched.page.getByText(/^Pocket 200002\d+BRL was created\.$/).waitFor();
    expectClean(watched);
  });

  browserTest.each([
    ['Account number', '999999', 'Account not found.'],
    ['Account number', '100002', 'Account status is not ACTIVE.'],
    ['Birth date of the user', '2015-01-31', 'At least 18 years.'],
    ['CPF of the user', '10020030241', ''],
    ['Name of the pocket', '', ''],
  ])('shows the refusal of %s %j beside its field', async (label, value, message) => {
    const watched = await open();
    await submit(watched.page, { [label]: value });
    const problem = beside(watched.page, label);
    await problem.waitFor();
    expect(await problem.textContent()).toContain(message);
    expect(await watched.page.locator('.problem').count()).toBe(1);
    expectClean(watched);
  });

  browserTest('shows two refused fields together, and none after they are corrected', async () => {
    const watched = await open();
    await submit(watched.page, { 'Name of the pocket': '', 'Name of the user': '' });
    await beside(watched.page, 'Name of the pocket').waitFor();
    expect(await watched.page.locator('.problem').count()).toBe(2);
    await submit(watched.page, { 'Name of the pocket': 'Books', 'Name of the user': 'Maria Exemplo' });
    await watched.page.getByText(/was created\.$/).waitFor();
    expect(await watched.page.locator('.problem').count()).toBe(0);
  });

  browserTest('shows the limit of an account that is full', async () => {
    const { page } = await open();
    for (const label of ['one', 'two', 'three']) {
      await submit(page, { 'Account number': '200003', 'Name of the pocket': label });
      await page.getByText(/^Pocket 200003/).waitFor();
      await page.reload();
    }
    await submit(page, { 'Account number': '200003' });
    const problem = beside(page, 'Account number');
    await problem.waitFor();
    expect(await problem.textContent()).toBe('Account has reached the maximum pocket counts. It may have 3.');
  });
});
