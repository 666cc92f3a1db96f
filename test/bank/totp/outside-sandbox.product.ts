import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OutsideIssuer } from '../../platform/auth/outside-issuer.ts';
import { Gateway } from '../../support/gateway.ts';
import { CREATE_TOTP } from '../../support/pix.ts';
import { sql } from '../../support/webhooks.ts';
import { makeWorld } from '../../support/world.ts';

const input = { documentNumber: '10020030169', addressingKey: { type: 'EMAIL', value: 'ana@example.com' } };

let issuer: OutsideIssuer;

beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
});
afterAll(() => issuer.stop());

/** Requests a code from a gateway outside sandbox mode; returns the answer, and the challenges that are left. */
async function requestCode(settings: Readonly<Record<string, string>>, changes: object = {}) {
  const environment = { ...issuer.environment(), SANDBOX: 'false', ROLES: 'api', ...settings };
  const gateway = await Gateway.start({ environment });
  try {
    await makeWorld(gateway.app.database);
    const token = await issuer.token(gateway.clock.now(), { claims: { scope: 'totp.create' } });
    const answer = await gateway.ask({ query: CREATE_TOTP, variables: { input: { ...input, ...changes } }, token });
    const audited = await sql(
      gateway,
      'select result from audit_entry where mutation = ? union all select result from audit_outbox where mutation = ?',
      ['createTotp', 'createTotp'],
    );
    return { ...answer, challenges: await sql(gateway, 'select id from totp_challenge'), audited };
  } finally {
    await gateway.stop();
  }
}

describe('outside sandbox mode createTotp', () => {
  test('reports that the operator has not configured where to send codes, and leaves nothing', async () => {
    const { status, body, challenges } = await requestCode({});
    expect(status).toBe(503);
    expect(body.data).toBeUndefined();
    expect(body.errors).toMatchObject([
      {
        message: 'Codes cannot be sent: the operator has not set TOTP_SENDER_URL.',
        extensions: { code: 'SERVICE_UNAVAILABLE' },
      },
    ]);
    expect(challenges).toEqual([]);
  });

  test('lets the client retry if the code could not be sent, here to an address that is not public', async () => {
    const { status, body, challenges, audited } = await requestCode({ TOTP_SENDER_URL: 'https://127.0.0.1:1/codes' });
    expect(status).toBe(503);
    expect(body.errors).toMatchObject([{ extensions: { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 } }]);
    expect(challenges).toEqual([]);
    // Not also a success, of the challenge that was withdrawn.
    expect(audited).toEqual([{ result: 'Failed' }]);
  });

  test('still refuses an invalid input', async () => {
    const { body } = await requestCode({}, { documentNumber: '1' });
    expect(body.data).toMatchObject({ createTotp: { code: 'INVALID_PARAMETER' } });
  });
});
