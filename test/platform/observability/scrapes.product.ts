import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { StatementSpans } from '../../support/statement-spans.ts';

const SCRAPERS = 30;

describe('the metrics', () => {
  let spans: StatementSpans;
  let gateway: Gateway;
  beforeAll(async () => {
    spans = new StatementSpans();
    gateway = await Gateway.start();
  });
  afterAll(async () => {
    await gateway.stop();
    await spans.stop();
  });

  async function scrape(headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const response = await fetch(`${gateway.app.adminUrl}/metrics`, { headers });
    expect(response.status).toBe(200);
    return response.text();
  }

  test('query the database once for many concurrent scrapes', async () => {
    const statements = await spans.of(async (headers) => {
      const texts = await Promise.all(Array.from({ length: SCRAPERS }, () => scrape(headers)));
      texts.push(await scrape(headers));
      for (const text of texts) expect(text).toContain('gateway_webhook_messages{state="success"}');
    });
    expect(statements.length).toBeGreaterThan(0);
    expect(statements).toEqual([...new Set(statements)]);
  });

  test('are not served on the public port, whose answer says where they are', async () => {
    const response = await fetch(`${gateway.app.url}/metrics`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      errors: [
        {
          message: 'Metrics are not served here, but at ADMIN_HOST and ADMIN_PORT.',
          extensions: { code: 'NOT_FOUND' },
        },
      ],
    });
  });

  test('are served only on this machine', () => {
    expect(new URL(gateway.app.adminUrl).hostname).toBe('127.0.0.1');
  });

  test('are served along with the health of the process', async () => {
    expect((await fetch(`${gateway.app.adminUrl}/health/ready`)).status).toBe(200);
    expect((await fetch(`${gateway.app.adminUrl}/graphql`)).status).toBe(404);
  });
});
