import { describe, expect, test } from '@jest/globals';
import { startDetachable } from '../../../support/detachable-gateway.ts';
import { eventually } from '../../../support/gateway.ts';
import { serverUrl } from '../../../support/test-database.ts';
import { bodyOf, everythingIsShown, introduce, logged, signed, sendEvent } from './provider-events.ts';

/** The embedded database is always reachable for its process. */
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

onPostgreSql('while the database is away', () => {
  test('an event is refused for a retry, and is logged once the database is back', async () => {
    const environment = { PROVIDER: 'rest', PROVIDER_URL: 'http://127.0.0.1:9', PROVIDER_RATE: '0' };
    const detachable = await startDetachable({ environment });
    const { gateway } = detachable;
    try {
      await introduce(gateway);
      const body = bodyOf(gateway);
      const text = JSON.stringify(body);
      detachable.detach();
      const away = await sendEvent(gateway, text, signed(gateway, text));
      expect([away.status, away.text, away.headers['retry-after']]).toEqual([503, '', '5']);
      detachable.attach();
      await eventually(async () => (await sendEvent(gateway, text, signed(gateway, text))).status === 202);
      await everythingIsShown(gateway);
      expect(await logged(gateway, String(body['entityId']))).toHaveLength(1);
    } finally {
      await detachable.stop();
    }
  });
});
