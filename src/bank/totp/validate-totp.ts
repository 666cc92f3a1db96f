import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { refuseInput } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import { isFilled } from '../../kernel/text.ts';
import type { ProvenKeyType } from '../pix/addressing-key.value.ts';
import { issueHash, type IssuedHash } from '../pix/transactional-hash.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { isSameToken, readToken } from '../../platform/secrets/secret-token.ts';
import { CODE_LIFETIME_SECONDS, isCode } from './totp-code.value.ts';
import { invalidTotpCode, totpExpired, type ValidateTotpRefusal } from './totp.errors.ts';
import { refuseTry, type TotpLimits } from './totp.rules.ts';

/** Wrong codes that end a challenge (ours); of a million codes five are tried at most. */
const WRONG_CODES_MAX = 5;

/** Locks the challenge: tries at the same time come one after the other, and each is counted. */
const LOCK_CHALLENGE = statement<LockedChallenge>(
  'lock_totp_challenge',
  `select id, digest, document, key_type as "keyType", key_value as "keyValue", secret, wrong_codes as "wrongCodes",
     last_wrong_at as "lastWrongAt", created_at as "createdAt"
   from totp_challenge where partner_id = $1 and id = $2 and ended_at is null for update`,
);

const COUNT_WRONG_CODE = statement(
  'count_wrong_totp_code',
  'update totp_challenge set wrong_codes = wrong_codes + 1, last_wrong_at = $2 where id = $1',
);

/** It can be used no more, and counts for a day. */
const END_CHALLENGE = statement(
  'end_totp_challenge',
  `update totp_challenge set ended_at = $2, digest = '', secret = '' where id = $1`,
);

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
 * Gives a transactional hash for the right code of a challenge, once. Five wrong codes end a challenge, with longer waits
 * between them; a late one is told so whatever its code, and costs no try.
 */
export async function validateTotp(
  dependencies: ValidateTotpDependencies,
  requester: Requester,
  command: ValidateTotpCommand,
): Promise<IssuedHash | ValidateTotpRefusal> {
  const { hash, code } = command;
  const empty = Object.entries({ hash, code }).filter(([, text]) => !isFilled(text));
  if (empty.length > 0) return refuseInput(empty.map(([name]) => ({ path: [name], message: `Give the ${name}.` })));
  const outcome = await dependencies.database.transaction((transaction) =>
    tryCode(transaction, { ...dependencies, ...requester, ...command, now: dependencies.clock.now() }),
  );
  return outcome === 'wrong' ? invalidTotpCode() : outcome;
}

interface Attempt extends ValidateTotpDependencies, ValidateTotpCommand {
  readonly partnerId: string;
  readonly now: Date;
}

interface LockedChallenge {
  readonly id: string;
  readonly digest: string;
  readonly document: string;
  readonly keyType: ProvenKeyType;
  readonly keyValue: string;
  readonly secret: string;
  readonly wrongCodes: number;
  readonly lastWrongAt: string | null;
  readonly createdAt: string;
}

/** A wrong code is not a refusal in here: that would roll its count back. */
async function tryCode(
  transaction: Transaction,
  attempt: Attempt,
): Promise<IssuedHash | ValidateTotpRefusal | 'wrong'> {
  const { partnerId, hash, code, secrets, totpLimits, now } = attempt;
  const presented = readToken(hash);
  if (presented === undefined) return invalidTotpCode();
  const [challenge] = await transaction.run(LOCK_CHALLENGE, [partnerId, presented.id]);
  if (challenge === undefined || !isSameToken(presented, challenge)) return invalidTotpCode();
  const elapsedSeconds = (now.getTime() - instantOf(challenge.createdAt).getTime()) / 1_000;
  if (elapsedSeconds >= CODE_LIFETIME_SECONDS) return totpExpired();
  const lastWrongAt = challenge.lastWrongAt === null ? null : instantOf(challenge.lastWrongAt);
  const tooSoon = refuseTry({ wrongCodes: challenge.wrongCodes, lastWrongAt }, totpLimits, now);
  if (tooSoon !== undefined) return tooSoon;
  const secret = Buffer.from(secrets.open(challenge.secret, challenge.id), 'base64url');
  if (isCode(code, secret, elapsedSeconds)) return succeed(transaction, attempt, challenge);
  const isLast = challenge.wrongCodes + 1 >= WRONG_CODES_MAX;
  transaction.pipelineWithCommit((pipelined) =>
    pipelined.run(isLast ? END_CHALLENGE : COUNT_WRONG_CODE, [challenge.id, now.toISOString()]),
  );
  return 'wrong';
}

async function succeed(
  transaction: Transaction,
  { partnerId, random, now }: Attempt,
  { id, document, keyType, keyValue }: LockedChallenge,
): Promise<IssuedHash> {
  const issue = { partnerId, document, key: { type: keyType, value: keyValue }, now };
  return transaction.pipeline(async (pipelined) => {
    const [issued] = await Promise.all([
      issueHash(pipelined, random, issue),
      pipelined.run(END_CHALLENGE, [id, now.toISOString()]),
    ]);
    return issued;
  });
}
