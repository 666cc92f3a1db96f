import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { browserTest, type WatchedPage } from '../../support/browser.ts';
import { SIMULATE_CASH_IN } from '../../support/cash-ins.ts';
import { configurationInput } from '../../support/configurations.ts';
import { eventually } from '../../support/gateway.ts';
import { accessibilityProblems, expectClean } from '../../support/pages-under-test.ts';
import { answering, Receiver } from '../../support/receiver.ts';
import { pages } from '../../support/shared-pages.ts';

/** Longest time between the answer of a mutation and its event on the page, in milliseconds. */
const SHOWN_WITHIN_MS = 1_000;

let receiver: Receiver;

async function openEvents(): Promise<WatchedPage> {
  const watched = await pages.open('/console');
  await live(watched.page);
  return watched;
}

/** Waits until a page shows stored messages, and follows new ones. */
async function live(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor();
  await page.locator('tbody tr').first().waitFor();
}

/** Records, by the page's clock, when the answer and when the first new event appeared. */
function watchTimes(page: Page): Promise<void> {
  return page.evaluate(`
    globalThis.seen = {};
    const marks = { answered: '.outcome:not(:empty)', shown: '.feed li.arrived' };
    new MutationObserver(() => {
      for (const [name, selector] of Object.entries(marks))
        if (document.querySelector(selector) !== null) seen[name] ??= performance.now();
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  `);
}

async function simulate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Simulate cash-in' }).click();
}

describe('the events page', () => {
  beforeAll(async () => {
    receiver = await Receiver.start();
    const input = configurationInput({ name: 'My own receiver', uri: receiver.url('/pix') });
    const create = `mutation ($input: CreateWebhookConfigurationInput!) {
      createWebhookConfiguration(input: $input) { __typename }
    }`;
    await pages.gateway.ask(create, { input });
  });
  afterAll(() => receiver.stop());

  browserTest('shows a simulated cash-in within a second of its answer, and its delivery', async () => {
    const watched = await openEvents();
    const { page } = watched;
    await watchTimes(page);
    await simulate(page);
    await page.getByText('Account 200001 received 10.50 BRL.').waitFor();
    await page.locator('.feed li.arrived[data-event=PIX_CASH_IN_WAS_CLEARED]').waitFor();
    const { answered, shown } = await page.evaluate<Record<string, number>>('seen');
    expect((shown ?? NaN) - (answered ?? NaN)).toBeLessThan(SHOWN_WITHIN_MS);
    await page.locator('tr.arrived[data-state=SUCCESS]', { hasText: 'My own receiver' }).waitFor();
    expectClean(watched);
  });

  browserTest('sends a delivery again, and shows its calls', async () => {
    const watched = await openEvents();
    const { page } = watched;
    await page.getByLabel('Search by endpoint').fill('My own receiver');
    const row = page.locator('tbody tr').first();
    const sentBefore = receiver.calls.length;
    await row.getByRole('button', { name: 'Send again' }).click();
    await page.locator('tr.arrived[data-state=SUCCESS]', { hasText: 'My own receiver' }).waitFor();
    await eventually(() => Promise.resolve(receiver.calls.length > sentBefore));
    const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    await row.getByRole('button', { name: 'Pix cash-in was cleared' }).click();
    await page.locator('.attempts li').nth(1).waitFor();
    expect(await page.locator('.details pre').textContent()).toContain('"PIX_CASH_IN_WAS_CLEARED"');
    expectClean(watched);
  });

  browserTest('filters by state, and shows the open breaker', async () => {
    const { page } = await openEvents();
    await page
      .getByText(/Breaker open, \d+ held/)
      .first()
      .waitFor();
    await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Held' }).click();
    await page.locator('tbody tr:not([data-state=HOLD])').first().waitFor({ state: 'detached' });
    expect(await page.locator('tbody tr[data-state=HOLD]').count()).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: 'Send again' }).first().isDisabled()).toBe(true);
  });

  browserTest('counts and finds all deliveries, whatever it has loaded', async () => {
    const watched = await openEvents();
    const { page } = watched;
    // As if so many newer ones were loaded that these are not among them.
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query Deliveries') !== true) return route.continue();
      const webhookMessages = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
      return route.fulfill({ json: { data: { webhookMessages } } });
    });
    await page.reload();
    await live(page);
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const counts = `query ($filter: WebhookMessageFilter!) { webhookMessageCounts(filter: $filter, by: STATE) { state count } }`;
    const filter = { startDate: day(-178), endDate: day(1) };
    const { webhookMessageCounts } = (await pages.gateway.ask(counts, { filter })) as {
      readonly webhookMessageCounts: readonly { readonly state: string; readonly count: number }[];
    };
    const delivered = webhookMessageCounts.find(({ state }) => state === 'SUCCESS')?.count ?? 0;
    expect(delivered).toBeGreaterThan(60);
    await page.getByRole('button', { name: '6 months' }).click();
    await page.locator('.legend-SUCCESS strong', { hasText: new RegExp(`^${delivered}$`) }).waitFor();
    await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Delivered' }).click();
    await page.getByText(`60 of ${delivered} shown`).waitFor();
    const more = page.getByRole('button', { name: 'Show more' });
    const all = page.getByText(`${delivered} shown`, { exact: true });
    await eventually(async () => {
      if (await more.isVisible()) await more.click({ timeout: 1_000 }).catch(() => undefined);
      return all.isVisible();
    });
    expect(await page.locator('tbody tr[data-state=SUCCESS]').count()).toBe(delivered);
    expectClean(watched);
  });

  browserTest('follows another partner after the switch', async () => {
    const watched = await openEvents();
    const { page } = watched;
    await page.getByRole('combobox', { name: 'Partner', exact: true }).selectOption('beta-pay');
    await page.getByText('No webhook is configured for this partner.').waitFor();
    await page.getByRole('option', { name: '300001' }).waitFor({ state: 'attached' });
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('.feed li').first().waitFor({ state: 'detached' });
    await simulate(page);
    // An event from before the new socket opened is not marked as new, but is shown.
    await page.locator('.feed li').first().waitFor();
    expectClean(watched);
  });

  browserTest('continues where it was after a network failure', async () => {
    const { page } = await openEvents();
    await pages.cutOffWhile(async () => {
      await page.getByText('Reconnecting…').waitFor();
      const input = { accountNumber: '200002', amount: '5.00', rail: 'TED' };
      await pages.gateway.ask(SIMULATE_CASH_IN, { input });
    });
    await page.locator('.feed li.arrived[data-event=TED_CASH_IN_WAS_CLEARED]').waitFor();
    expect(await page.locator('.feed li.arrived').count()).toBe(2);
  });

  browserTest('shows a change that arrives during a slow read', async () => {
    const { page } = await openEvents();
    await simulate(page);
    await page.locator('tr.arrived[data-state=SUCCESS]', { hasText: 'My own receiver' }).waitFor();
    await page.getByLabel('Search by endpoint').fill('My own receiver');
    const [read, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let reads = 0;
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query Deliveries') !== true) return route.continue();
      reads += 1;
      const response = await route.fetch();
      read.resolve(undefined);
      await released.promise;
      return route.fulfill({ response });
    });
    await pages.cutOffWhile(() => page.getByText('Reconnecting…').waitFor());
    await read.promise;
    receiver.answer('/pix', answering(400));
    const row = page.locator('tbody tr').first();
    await row.getByRole('button', { name: 'Send again' }).click();
    const failed = page.locator('tbody tr[data-state=FAILED]');
    await failed.waitFor();
    released.resolve(undefined);
    // The first page was taken when the second is read.
    await eventually(() => Promise.resolve(reads > 1));
    expect(await failed.count()).toBe(1);
    receiver.answer('/pix', answering(200));
  });

  browserTest('renews its token before it expires', async () => {
    // All pages of a context share one clock.
    const { page } = await pages.openApart('/console');
    await live(page);
    const grants: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/oauth/token')) grants.push(request.url());
    });
    await page.clock.install();
    for (const [minutes, amount, renewals] of [
      [58, '1.58', 0],
      [1.5, '1.59', 1],
    ] as const) {
      await page.clock.fastForward(minutes * 60_000);
      await page.getByLabel('Amount in BRL').fill(amount);
      await simulate(page);
      await page.getByText(`Account 200001 received ${amount} BRL.`).waitFor();
      expect(grants).toHaveLength(renewals);
    }
    await page.close();
  });

  browserTest('works with the keyboard only', async () => {
    const { page } = await openEvents();
    await page.getByLabel('Amount in BRL').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('3.33');
    await page.keyboard.press('Enter');
    await page.getByText('Account 200001 received 3.33 BRL.').waitFor();
  });

  browserTest('is accessible, including contrast, in light and dark', async () => {
    const { page } = await openEvents();
    await page.getByLabel('Search by endpoint').fill('My own receiver');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  });
});
