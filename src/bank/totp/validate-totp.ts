import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { refuseInput } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import { isFilled } from '../../kernel/text.ts';
import { issueHash, type IssuedHash } from '../pix/transactional-hash.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { isSameToken, readToken } from '../../platform/secrets/secret-token.ts';
import { CODE_LIFETIME_SECONDS, isCode } from './totp-code.value.ts';
import { invalidTotpCode, totpExpired, type ValidateTotpRefusal } from './totp.errors.ts';
import { refuseTry, type TotpLimits } from './totp.rules.ts';
import { sql } from 'kysely';
import {
  columnsOf,
  compiled,
  literal,
  text,
  timestamptz,
  uuid,
  type RowOf,
} from '../../platform/statements/compiled.ts';
import { TotpChallenge } from './totp-challenge.entity.ts';

/** Wrong codes that end a challenge (ours); of a million codes five are tried at most. */
const WRONG_CODES_MAX = 5;

/** Locks the challenge: tries at the same time come one after the other, and each is counted. */
const LOCK_CHALLENGE = compiled(
  'lock_totp_challenge',
  { entities: [TotpChallenge], parameters: { partnerId: text, id: uuid } },
  (tables, { partnerId, id }) =>
    tables
      .selectFrom('TotpChallenge as challenge')
      .select(columnsOf('challenge', ['id', 'digest', 'document', 'keyType', 'keyValue', 'secret', 'wrongCodes']))
      .select(columnsOf('challenge', ['lastWrongAt', 'createdAt']))
      .where('challenge.partnerId', '=', partnerId)
      .where('challenge.id', '=', id)
      .where('challenge.endedAt', 'is', null)
      .forUpdate(),
);

const COUNT_WRONG_CODE = compiled(
  'count_wrong_totp_code',
  { entities: [TotpChallenge], parameters: { id: uuid, at: timestamptz } },
  (tables, { id, at }) =>
    tables
      .updateTable('TotpChallenge')
      .set((columns) => ({ wrongCodes: sql<number>`${columns.ref('wrongCodes')} + 1`, lastWrongAt: at }))
      .where('id', '=', id),
);

/** It can be used no more, and counts for a day. */
const END_CHALLENGE = compiled(
  'end_totp_challenge',
  { entities: [TotpChallenge], parameters: { id: uuid, at: timestamptz } },
  (tables, { id, at }) =>
    tables
      .updateTable('TotpChallenge')
      .set({ endedAt: at, digest: literal(''), secret: literal('') })
      .where('id', '=', id),
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

type LockedChallenge = RowOf<typeof LOCK_CHALLENGE>;

/** A wrong code is not a refusal in here: that would roll its count back. */
async function tryCode(
  transaction: Transaction,
  attempt: Attempt,
): Promise<IssuedHash | ValidateTotpRefusal | 'wrong'> {
  const { partnerId, hash, code, secrets, totpLimits, now } = attempt;
  const presented = readToken(hash);
  if (presented === undefined) return invalidTotpCode();
  const [challenge] = await transaction.run(LOCK_CHALLENGE, { partnerId, id: presented.id });
  if (challenge === undefined || !isSameToken(presented, challenge)) return invalidTotpCode();
  const elapsedSeconds = (now.getTime() - instantOf(challenge.createdAt).getTime()) / 1_000;
  if (elapsedSeconds >= CODE_LIFETIME_SECONDS) return totpExpired();
  const lastWrongAt = challenge.lastWrongAt === null ? null : instantOf(challenge.lastWrongAt);
  const tooSoon = refuseTry({ wrongCodes: challenge.wrongCodes, lastWrongAt }, totpLimits, now);
  if (tooSoon !== undefined) return tooSoon;
  const secret = Buffer.from(secrets.open(challenge.secret, challenge.id), 'base64url');
  if (isCode(code, secret, elapsedSeconds)) return succeed(transaction, attempt, challenge);
  transaction.refusedWith(invalidTotpCode());
  const isLast = challenge.wrongCodes + 1 >= WRONG_CODES_MAX;
  transaction.pipelineWithCommit((pipelined) =>
    pipelined.run(isLast ? END_CHALLENGE : COUNT_WRONG_CODE, { id: challenge.id, at: now.toISOString() }),
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
      pipelined.run(END_CHALLENGE, { id, at: now.toISOString() }),
    ]);
    return issued;
  });
}
