import { describe, expect, test } from '@jest/globals';
import {
  afterCall,
  afterDrained,
  afterProbeTaken,
  allowanceOf,
  CALLS_IN_FLIGHT_MAX,
  type Breaker,
  type CallEnding,
} from '../../../src/webhooks/breaker/breaker.rules.ts';

const LIMITS = { failures: 5, restSeconds: 30 };
const HOLD = { kind: 'hold' };

const CLOSED: Breaker = {
  state: 'CLOSED',
  faultsInRow: 0,
  windowBeganAt: null,
  windowCalls: 0,
  windowFaults: 0,
  openedAt: null,
  restSeconds: 0,
  nextProbeAt: null,
  drainBeganAt: null,
  drainTaken: 0,
  lastFailure: null,
};

/** Returns the instant `seconds` after the beginning. */
function at(seconds: number): Date {
  return new Date(Date.UTC(2027, 0, 31, 12) + seconds * 1_000);
}

const OPEN: Breaker = { ...CLOSED, state: 'OPEN', openedAt: at(0), restSeconds: 30, nextProbeAt: at(30) };
const PROBING = afterProbeTaken(OPEN, at(45));
const DRAINING: Breaker = { ...PROBING, drainBeganAt: at(31), nextProbeAt: null };

function call(endedAt: number, changes: Partial<CallEnding> = {}): CallEnding {
  const ending = { beganAt: at(endedAt), at: at(endedAt), isProbe: false, isFault: false, failure: null };
  return { ...ending, hasHeld: false, jitter: 1, ...changes };
}

function fault(endedAt: number, changes: Partial<CallEnding> = {}): CallEnding {
  return call(endedAt, { isFault: true, failure: 'answered 500', ...changes });
}

const refusal = (endedAt: number) => call(endedAt, { failure: 'answered 422' });

function after(breaker: Breaker, ...calls: readonly CallEnding[]): Breaker {
  return calls.reduce((before, ending) => afterCall(before, ending, LIMITS), breaker);
}

/** Returns `count` calls, a second apart, the first at second `first`. */
function many(count: number, first: number, make: (second: number) => CallEnding): CallEnding[] {
  return Array.from({ length: count }, (_, nth) => make(first + nth));
}

describe('a closed breaker', () => {
  test.each([
    ['one fault fewer than open it', many(4, 0, fault), 'CLOSED'],
    ['as many faults in a row as open it', many(5, 0, fault), 'OPEN'],
    ['a success in between', [...many(4, 0, fault), call(4), ...many(4, 5, fault)], 'CLOSED'],
    ['an answer that refuses one message in between', [...many(4, 0, fault), refusal(4), fault(5)], 'CLOSED'],
    ['only refused messages', many(50, 0, refusal), 'CLOSED'],
    ['half of 20 calls failing in a minute', many(20, 0, (s) => (s % 2 === 0 ? call(s) : fault(s))), 'OPEN'],
    ['half of 19', many(19, 0, (s) => (s % 2 === 0 ? fault(s) : call(s))), 'CLOSED'],
    ['less than half of 20', many(20, 0, (s) => (s % 2 === 1 && s > 1 ? fault(s) : call(s))), 'CLOSED'],
    ['half of 20 over two minutes', many(20, 0, (n) => (n % 2 === 0 ? call(n * 6) : fault(n * 6))), 'CLOSED'],
  ])('after %s', (_case, calls, state) => {
    expect(after(CLOSED, ...calls).state).toBe(state);
  });

  test('opens with the twentieth call at the earliest, on a fault and not on a success', () => {
    const ten = many(10, 0, (s) => (s % 4 === 3 ? call(s) : fault(s))).filter(({ isFault }) => isFault).length;
    expect(ten).toBe(8);
    const calls = many(19, 0, (s) => (s % 4 === 3 ? call(s) : fault(s)));
    expect(after(CLOSED, ...calls).state).toBe('CLOSED');
    expect(after(CLOSED, ...calls, call(19)).state).toBe('CLOSED');
    expect(after(CLOSED, ...calls, call(19), fault(20)).state).toBe('OPEN');
  });

  test('counts a new window from the first call after a minute', () => {
    const before = after(CLOSED, ...many(10, 0, (s) => (s % 4 === 3 ? call(s) : fault(s))));
    expect(before).toMatchObject({ windowBeganAt: at(0), windowCalls: 10, windowFaults: 8 });
    expect(after(before, call(59.999))).toMatchObject({ windowBeganAt: at(0), windowCalls: 11 });
    expect(after(before, fault(60))).toMatchObject({ windowBeganAt: at(60), windowCalls: 1, windowFaults: 1 });
  });

  test('that opens rests, shows the reason and resets its counts', () => {
    expect(after(CLOSED, ...many(5, 0, fault))).toEqual({
      ...CLOSED,
      state: 'OPEN',
      openedAt: at(4),
      restSeconds: 30,
      nextProbeAt: at(34),
      lastFailure: 'answered 500',
    });
  });

  test.each([
    [0.8, 24],
    [1.2, 36],
  ])('spreads its rest by %d', (jitter, seconds) => {
    const faults = many(4, -4, fault);
    expect(after(CLOSED, ...faults, fault(0, { jitter })).nextProbeAt).toEqual(at(seconds));
  });

  test.each([
    [0, CALLS_IN_FLIGHT_MAX],
    [1, 4],
    [4, 1],
    [9, 1],
  ])('with %d faults in a row allows %d calls in flight', (faultsInRow, inFlight) => {
    expect(allowanceOf({ ...CLOSED, faultsInRow }, at(0), LIMITS)).toEqual({ kind: 'flow', inFlight });
  });
});

describe('an open breaker', () => {
  test('holds until its rest is over, then allows one probe', () => {
    expect(allowanceOf(OPEN, at(29.999), LIMITS)).toEqual(HOLD);
    expect(allowanceOf(OPEN, at(30), LIMITS)).toEqual({ kind: 'probe' });
  });

  test.each([
    ['success', call(10, { beganAt: at(-1) })],
    ['fault', fault(10, { beganAt: at(-1) })],
  ])('does not change its state on a late %s', (_name, late) => {
    expect(after(OPEN, late)).toEqual({ ...OPEN, lastFailure: late.failure });
  });
});

describe('a probe', () => {
  test('is the only call until it counts as lost', () => {
    expect(PROBING).toMatchObject({ state: 'HALF_OPEN', nextProbeAt: at(45), openedAt: at(0), restSeconds: 30 });
    expect(allowanceOf(PROBING, at(44.999), LIMITS)).toEqual(HOLD);
    expect(allowanceOf(PROBING, at(45), LIMITS)).toEqual({ kind: 'probe' });
  });

  test.each([
    ['a success closes it when nothing is held', call(31, { isProbe: true }), CLOSED],
    [
      'a success starts the drain of held messages',
      call(31, { isProbe: true, hasHeld: true }),
      { ...PROBING, drainBeganAt: at(31), nextProbeAt: null },
    ],
    [
      'an answer that refuses the message is a success',
      { ...refusal(31), isProbe: true, hasHeld: true },
      { ...PROBING, drainBeganAt: at(31), nextProbeAt: null, lastFailure: 'answered 422' },
    ],
    [
      'a fault doubles the rest and keeps when it opened',
      fault(31, { isProbe: true }),
      { ...OPEN, restSeconds: 60, nextProbeAt: at(91), lastFailure: 'answered 500' },
    ],
    ['a late success changes nothing', call(31), PROBING],
    ['a late fault changes only the last failure', fault(31), { ...PROBING, lastFailure: 'answered 500' }],
  ])('%s', (_case, ending, expected) => {
    expect(after(PROBING, ending)).toEqual(expected);
  });

  test('that fails again and again doubles the rest up to 15 minutes', () => {
    const rests: number[] = [];
    for (let breaker = OPEN, nth = 0; nth < 7; nth += 1) {
      breaker = after(afterProbeTaken(breaker, at(45)), fault(31, { isProbe: true }));
      rests.push(breaker.restSeconds);
    }
    expect(rests).toEqual([60, 120, 240, 480, 900, 900, 900]);
  });

  test('never shortens a longer rest that an operator has configured', () => {
    const limits = { failures: 5, restSeconds: 3_600 };
    const probing = afterProbeTaken({ ...OPEN, restSeconds: 3_600 }, at(45));
    expect(afterCall(probing, fault(31, { isProbe: true }), limits).restSeconds).toBe(3_600);
  });
});

describe('a drain', () => {
  test.each([
    [31, 0, 1],
    [31.999, 0, 1],
    [32, 0, 3],
    [32, 1, 2],
    [33, 3, 4],
    [38.999, 127, 128],
  ])('at second %d, with %d released before, releases %d more', (now, taken, calls) => {
    expect(allowanceOf(afterDrained(DRAINING, taken), at(now), LIMITS)).toEqual({ kind: 'drain', calls });
  });

  test.each([
    [31, 1],
    [32, 3],
    [38.999, 255],
  ])('at second %d, with %d released before, holds', (now, taken) => {
    expect(allowanceOf(afterDrained(DRAINING, taken), at(now), LIMITS)).toEqual(HOLD);
  });

  test('releases messages after eight seconds, no matter how many were lost on their way', () => {
    const allowance = { kind: 'drain', calls: CALLS_IN_FLIGHT_MAX };
    expect(allowanceOf(afterDrained(DRAINING, 100_000), at(39), LIMITS)).toEqual(allowance);
  });

  test.each([
    ['continues while messages are held', call(32, { hasHeld: true }), DRAINING],
    ['continues when one is refused', { ...refusal(32), hasHeld: true }, { ...DRAINING, lastFailure: 'answered 422' }],
    ['ends with the last held message', call(32), CLOSED],
    ['ends at its full pace', call(39, { hasHeld: true }), CLOSED],
    [
      'ends with a fault: the breaker rests twice as long',
      fault(32, { hasHeld: true }),
      { ...OPEN, restSeconds: 60, nextProbeAt: at(92), lastFailure: 'answered 500' },
    ],
    [
      'is not ended by the fault of a call that began before it',
      fault(32, { beganAt: at(30.999), hasHeld: true }),
      { ...DRAINING, lastFailure: 'answered 500' },
    ],
  ])('%s', (_case, ending, expected) => {
    expect(after(DRAINING, ending)).toEqual(expected);
  });
});
