import { describe, expect, test } from '@jest/globals';
import { DpopNonces } from '../../../src/extensions/bound-tokens/dpop-nonces.ts';
import { DpopProofs } from '../../../src/extensions/bound-tokens/dpop-proofs.ts';
import { DpopClient } from '../../support/dpop.ts';

const URL_OF_GATEWAY = 'https://gateway.example.com/graphql';
/** When a nonce becomes the newest. */
const BEGINNING = Date.UTC(2026, 10, 24, 12);

/** Returns a clock that moves only when `ms` is set. */
function stoppedClock(ms = BEGINNING) {
  return {
    ms,
    now() {
      return new Date(this.ms);
    },
  };
}

describe('the time of a proof', () => {
  const take = async (seconds: number) => {
    const clock = stoppedClock();
    const nonces = new DpopNonces('secret', clock);
    const kept: Date[] = [];
    const spend = (_id: string, expiresAt: Date) => Promise.resolve(kept.push(expiresAt) > 0);
    const client = await DpopClient.make(clock);
    const claims = { iat: BEGINNING / 1_000 + seconds };
    const proof = await client.proof({ url: URL_OF_GATEWAY, nonce: nonces.newest }, { claims });
    const sender = { proof, method: 'POST', url: URL_OF_GATEWAY, certificate: undefined };
    const key = await new DpopProofs({ clock, nonces, spend }).keyOf(sender);
    expect(key).toBe(client.thumbprint);
    return kept;
  };

  test.each([-299.999, -299, 0, 29, 30])(
    'is valid at %d s, and the proof is remembered until it is not',
    async (seconds) => {
      expect(await take(seconds)).toEqual([new Date(BEGINNING + (seconds + 300) * 1_000)]);
    },
  );

  test.each([-1e16, -301, -300, 30.001, 31, 1e16, Number.MAX_VALUE])('is invalid at %d s', async (seconds) => {
    await expect(take(seconds)).rejects.toThrow(/too old or too new/);
  });
});

describe('nonces', () => {
  test('are accepted from two minutes before they are the newest to two minutes after, to the millisecond', () => {
    const clock = stoppedClock();
    const nonces = new DpopNonces('secret', clock);
    const { newest } = nonces;
    const good = [-120_001, -120_000, -1, 0, 119_999, 120_000, 239_999, 240_000].map((ms) => {
      clock.ms = BEGINNING + ms;
      return nonces.has(newest);
    });
    expect(good).toEqual([false, true, true, true, true, true, true, false]);
  });

  test('are the same in all processes of an installation, and in no other', () => {
    const [here, there, elsewhere] = ['secret', 'secret', 'other'].map(
      (secret) => new DpopNonces(secret, stoppedClock()),
    );
    expect(there?.has(here?.newest)).toBe(true);
    expect(elsewhere?.has(here?.newest)).toBe(false);
  });

  test('of a process whose clock is slightly ahead are accepted by one whose clock is not', () => {
    const behind = new DpopNonces('secret', stoppedClock(BEGINNING - 1_000));
    const ahead = new DpopNonces('secret', stoppedClock(BEGINNING + 1_000));
    expect([behind.has(ahead.newest), ahead.has(behind.newest)]).toEqual([true, true]);
  });
});
