import { LockMode } from '@mikro-orm/core';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { refuseInput, type InputViolation } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import { faultOf, isFilled } from '../../kernel/text.ts';
import { issueHash, type IssuedHash } from '../addressing-keys/transactional-hash.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Entities } from '../../platform/statements/entities.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { isSameToken, readToken } from '../../platform/secrets/secret-token.ts';
import { CODE_LIFETIME_SECONDS, isCode } from './totp-code.value.ts';
import { invalidTotpCode, totpExpired, type ValidateTotpRefusal } from './totp.errors.ts';
import { refuseTry, type TotpLimits } from './totp.rules.ts';
import { TotpChallenge } from './totp-challenge.entity.ts';

/** Number of wrong codes that end a challenge (ours): of a million codes at most five are tried. */
const WRONG_CODES_MAX = 5;

export interface ValidateTotpCommand {
  readonly hash: string;
  readonly code: string;
}

export interface ValidateTotpDependencies {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly random: Random;
  readonly totpLimits: TotpLimits;
}

/**
 * Returns a transactional hash for the right code of a challenge, once. Five wrong codes end a challenge, with growing
 * waits between them. After its expiry, any code is refused as expired, and is not counted as an attempt.
 */
export async function validateTotp(
  dependencies: ValidateTotpDependencies,
  requester: Requester,
  command: ValidateTotpCommand,
): Promise<IssuedHash | ValidateTotpRefusal> {
  const empty = emptyFields(command);
  if (empty.length > 0) return refuseInput(empty);
  const outcome = await dependencies.database.transaction((transaction) =>
    tryCode(transaction, { ...dependencies, ...requester, ...command, now: dependencies.clock.now() }),
  );
  return outcome === 'wrong' ? invalidTotpCode() : outcome;
}

/** A violation for each empty field. */
export function emptyFields({ hash, code }: ValidateTotpCommand): readonly InputViolation[] {
  const empty = Object.entries({ hash, code }).filter(([, text]) => !isFilled(text));
  return empty.map(([name, text]) => ({ path: [name], code: faultOf(text), message: `Give the ${name}.` }));
}

interface Attempt extends ValidateTotpDependencies, ValidateTotpCommand {
  readonly partnerId: string;
  readonly now: Date;
}

/** Returns a wrong code as a value, not as a refusal: a refusal would roll its count back. */
async function tryCode(
  transaction: Transaction,
  attempt: Attempt,
): Promise<IssuedHash | ValidateTotpRefusal | 'wrong'> {
  const { partnerId, hash, code, secrets, totpLimits, now } = attempt;
  const presented = readToken(hash);
  if (presented === undefined) return invalidTotpCode();
  const { entities } = transaction;
  const named = { partnerId, id: presented.id, endedAt: null };
  // Locked: concurrent attempts run one after the other, and each is counted.
  const challenge = await entities.findOne(TotpChallenge, named, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (challenge === null || !isSameToken(presented, challenge)) return invalidTotpCode();
  const elapsedSeconds = (now.getTime() - challenge.createdAt.getTime()) / 1_000;
  if (elapsedSeconds >= CODE_LIFETIME_SECONDS) return totpExpired();
  const tooSoon = refuseTry(challenge, totpLimits, now);
  if (tooSoon !== undefined) return tooSoon;
  const secret = Buffer.from(secrets.open(challenge.secret, challenge.id), 'base64url');
  if (isCode(code, secret, elapsedSeconds)) return succeed(entities, attempt, challenge);
  transaction.refusedWith(invalidTotpCode());
  challenge.wrongCodes += 1;
  challenge.lastWrongAt = now;
  if (challenge.wrongCodes >= WRONG_CODES_MAX) end(challenge, now);
  return 'wrong';
}

/** The challenge can no longer be used, and counts for a day. */
function end(challenge: TotpChallenge, now: Date): void {
  challenge.endedAt = now;
  challenge.digest = '';
  challenge.secret = '';
}

function succeed(entities: Entities, { partnerId, random, now }: Attempt, challenge: TotpChallenge): IssuedHash {
  const { document, keyType, keyValue } = challenge;
  end(challenge, now);
  return issueHash(entities, random, { partnerId, document, key: { type: keyType, value: keyValue }, now });
}
