import type { InputViolation } from '../../kernel/domain-error.ts';
import { faultOf } from '../../kernel/text.ts';

/** Letters, digits and hyphens, so that a name can be part of a path (ours). */
const NAME = /^[a-z0-9][a-z0-9-]{0,49}$/;
/** Visible ASCII (ours). */
const WORKER = /^[\x21-\x7e]{1,64}$/;
/** Shortest and longest lease, in seconds, and maximum number of events per request (ours). */
const LEASE_SECONDS_MIN = 10;
const LEASE_SECONDS_MAX = 600;
const GIVEN_MAX = 100;

/** Checks whether a name is valid: no consumer has any other. */
export function isConsumerName(name: string): boolean {
  return NAME.test(name);
}

export function nameViolations(name: string): readonly InputViolation[] {
  const message = 'Give 1 to 50 characters of a-z, 0-9 and hyphen, not starting with a hyphen.';
  return isConsumerName(name) ? [] : [{ path: ['name'], code: faultOf(name), message }];
}

export function workerViolations(worker: string): readonly InputViolation[] {
  return WORKER.test(worker)
    ? []
    : [{ path: ['worker'], code: faultOf(worker), message: 'Give 1 to 64 visible ASCII characters.' }];
}

export function leaseViolations(seconds: number): readonly InputViolation[] {
  const message = `Give ${LEASE_SECONDS_MIN} to ${LEASE_SECONDS_MAX} seconds.`;
  return isWithin(seconds, LEASE_SECONDS_MIN, LEASE_SECONDS_MAX)
    ? []
    : [{ path: ['leaseSeconds'], code: 'RANGE', message }];
}

export function maxViolations(max: number): readonly InputViolation[] {
  return isWithin(max, 1, GIVEN_MAX) ? [] : [{ path: ['max'], code: 'RANGE', message: `Give 1 to ${GIVEN_MAX}.` }];
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
