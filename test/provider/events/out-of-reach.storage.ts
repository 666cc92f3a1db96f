import { describe, expect, test } from '@jest/globals';
import { CuttingProxy } from '../../support/cutting-proxy.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { serverUrl, TestDatabases } from '../../support/test-database.ts';
import { bodyOf, everythingIsShown, introduce, logged, signed, sendEvent } from './provider-events.ts';

/** Where nothing listens. */
const NOWHERE = { host: '127.0.0.1', port: 9 };
/** The embedded database is always reachable for its process. */
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

onPostgreSql('while the database is away', () => {
  test('an event is refused for a retry, and is logged once the database is back', async () => {
    const databases = new TestDatabases();
    const url = new URL((await databases.createWithWorld()) ?? '');
    const target = { host: url.hostname, port: Number(url.port || '5432') };
    const proxy = await CuttingProxy.to(target);
    url.host = `127.0.0.1:${proxy.port}`;
    const gateway = await Gateway.start({
      environment: {
        DATABASE_URL: url.toString(),
        PROVIDER: 'rest',
        PROVIDER_URL: 'http://127.0.0.1:9',
        PROVIDER_RATE: '0',
      },
    });
    try {
      await introduce(gateway);
      const body = bodyOf(gateway);
      const text = JSON.stringify(body);
      proxy.lead(NOWHERE);
      proxy.cut();
      const away = await sendEvent(gateway, text, signed(gateway, text));
      expect([away.status, away.text, away.headers['retry-after']]).toEqual([503, '', '5']);
      proxy.lead(target);
      await eventually(async () => (await sendEvent(gateway, text, signed(gateway, text))).status === 202);
      await everythingIsShown(gateway);
      expect(await logged(gateway, String(body['entityId']))).toHaveLength(1);
    } finally {
      await gateway.stop();
      proxy.close();
      await databases.drop();
    }
  });
});
