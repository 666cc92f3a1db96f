import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { addressPolicy } from '../../../src/platform/outbound/address-policy.ts';
import { hostResolver } from '../../../src/platform/outbound/host-resolver.ts';
import { OutboundClient } from '../../../src/platform/outbound/outbound-client.ts';
import { SecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { systemRandom, systemClock } from '../../../src/platform/system.ts';
import { createTotp } from '../../../src/bank/totp/create-totp.ts';
import { HttpCodeSender } from '../../../src/bank/totp/http-code-sender.ts';
import { validateTotp } from '../../../src/bank/totp/validate-totp.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { answering, hanging, Receiver } from '../../support/receiver.ts';

const TIMEOUT_MS = 2_000;
const requester = { partnerId: 'ACME_PAY', companyKey: 'ACME_PAY', correlationId: systemRandom.uuid() };
const command = {
  documentNumber: '10020030169',
  addressingKey: { type: 'EMAIL', value: 'Ana@Example.com' },
} as const;

let own: OwnDatabase;
let receiver: Receiver;
let outbound: OutboundClient;
const lines: string[] = [];

beforeAll(async () => {
  own = await OwnDatabase.open();
  receiver = await Receiver.start();
  outbound = new OutboundClient({
    policy: addressPolicy({ allowPrivate: true, allowCidrs: [] }),
    resolveHost: hostResolver(),
    allowHttp: true,
    timeoutMs: TIMEOUT_MS,
    connectionsPerOrigin: 2,
  });
});
afterAll(async () => {
  await outbound.close(AbortSignal.abort());
  await receiver.stop();
  await own.close();
});

/** Dependencies of the use cases outside sandbox mode; codes are sent to a path of the receiver. */
function dependencies(path: string, token?: string) {
  const logger = pino({}, { write: (line: string) => lines.push(line) });
  return {
    database: own.database,
    secrets: new SecretBox(['a passphrase of the tests']),
    clock: systemClock,
    random: systemRandom,
    cnpjMayHaveLetters: false,
    totpLimits: { openMax: 100, dailyMax: 1_000, waitSeconds: 0 },
    codeDelivery: new HttpCodeSender({ outbound, url: receiver.url(path), token, logger }),
  };
}

describe('outside sandbox mode a code', () => {
  test('is sent to the configured address, and passes its challenge', async () => {
    const created = await createTotp(dependencies('/codes', 'secret-of-ours'), requester, command);
    if (typeof created === 'string' || !('hash' in created)) throw new Error('The code was not sent.');
    expect(created.code).toBeUndefined();
    const [call] = receiver.callsOf('/codes');
    const body = JSON.parse(call?.body.toString() ?? '') as { code: string };
    expect(body).toEqual({
      partner: 'ACME_PAY',
      type: 'EMAIL',
      value: 'ana@example.com',
      code: expect.stringMatching(/^\d{6}$/),
      expiresAt: created.expiresAt.toISOString(),
    });
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      authorization: 'Bearer secret-of-ours',
      'x-correlation-id': requester.correlationId,
      'idempotency-key': created.hash.slice(0, 36),
    });
    const validated = await validateTotp(dependencies('/codes'), requester, { hash: created.hash, code: body.code });
    expect(validated).toMatchObject({ token: expect.any(String) });
  });

  test('is sent without a token if none is configured', async () => {
    await createTotp(dependencies('/open'), requester, command);
    expect(receiver.callsOf('/open')[0]?.headers.authorization).toBeUndefined();
  });

  test.each([
    ['/broken', answering(500), 'HTTP 500'],
    ['/moved', answering(302, { location: 'https://example.com/' }), 'HTTP 302'],
    ['/silent', hanging, `timeout after ${TIMEOUT_MS / 1_000} s`],
  ])(
    'that %s does not accept leaves no challenge, and a log line without personal data',
    async (path, answer, reason) => {
      receiver.answer(path, answer);
      await own.sql('delete from totp_challenge');
      lines.length = 0;
      expect(await createTotp(dependencies(path), requester, command)).toBe('it could not be sent');
      expect(await own.sql('select id from totp_challenge')).toEqual([]);
      const [call] = receiver.callsOf(path);
      const { code } = JSON.parse(call?.body.toString() ?? '') as { code: string };
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines.join(''))).toMatchObject({ correlationId: requester.correlationId, reason });
      for (const personal of [code, 'example.com', command.documentNumber])
        expect(lines.join('')).not.toContain(personal);
    },
  );
});
