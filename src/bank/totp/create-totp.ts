import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isAnyTaxpayerId } from '../../kernel/taxpayer-id.ts';
import { DomainError, refuseInput, type InputViolation, type InvalidInput } from '../../kernel/domain-error.ts';
import { faultOf } from '../../kernel/text.ts';
import type { Requester } from '../../kernel/requester.ts';
import { Holder } from '../customers/holder.entity.ts';
import type { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';
import {
  isProvenKeyType,
  keyValueWanted,
  normalKeyValue,
  type AddressingKey,
} from '../addressing-keys/addressing-key.value.ts';
import { advisoryLock } from '../../platform/database/advisory-lock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { EntityReader } from '../../platform/statements/entities.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { newToken, type NewToken } from '../../platform/secrets/secret-token.ts';
import type { CodeDelivery } from './code-sender.ts';
import { CODE_LIFETIME_SECONDS, codeOf } from './totp-code.value.ts';
import type { CreateTotpRefusal } from './totp.errors.ts';
import { COUNTED_MS, refuseChallenge, type TotpLimits } from './totp.rules.ts';
import { compiled, text } from '../../platform/statements/compiled.ts';
import { TotpChallenge } from './totp-challenge.entity.ts';

/**
 * Serializes the challenges of one key, and those of one document, so that the count that follows stays exact. Keys are
 * locked before documents, so that there is no deadlock.
 */
const LOCK_CHALLENGES = statement(
  'lock_totp_challenges',
  `select ${advisoryLock('totp-key', '$1', '$2', '$3')}, ${advisoryLock('totp-document', '$1', '$4')}`,
);

/** Whether the partner has a holder with this document; holders are stored with their accounts. */
const FIND_HOLDER = compiled(
  'find_holder_of_account',
  { entities: [Holder], parameters: { partnerId: text, document: text } },
  (tables, { partnerId, document }) =>
    tables
      .selectFrom('Holder as holder')
      .select('holder.id as id')
      .where('holder.partnerId', '=', partnerId)
      .where('holder.documentValue', '=', document),
);

export const HOLDER_WANTED = 'Give the CPF or CNPJ of a holder of an account, without a mask.';
/** Random bytes of a challenge's secret (RFC 4226, R6: 160 bits). */
const SECRET_BYTES = 20;

export interface CreateTotpCommand {
  readonly documentNumber: string;
  readonly addressingKey: { readonly type: AddressingKeyType; readonly value?: string | null };
  /** Whether the partner itself delivers the code, as in the partner API: it is shown to the caller. */
  readonly isDeliveredByPartner?: boolean;
}

export interface CreateTotpDependencies {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly random: Random;
  readonly cnpjMayHaveLetters: boolean;
  readonly codeDelivery: CodeDelivery;
  readonly totpLimits: TotpLimits;
}

export interface TotpCreated {
  /** Identifies the challenge. */
  readonly hash: string;
  /** In sandbox mode, or if the partner delivers it. */
  readonly code: string | undefined;
  readonly expiresAt: Date;
}

/** Why a code was not delivered; it is not the caller's fault. */
export type UnsentCode = 'no way to send it is configured' | 'it could not be sent';

/**
 * Creates a challenge that proves ownership of a holder's e-mail address or phone, and sends its code there. If that
 * fails, there is no challenge. Limits make it improbable that a code is guessed (docs/addressing-keys.md).
 */
export async function createTotp(
  dependencies: CreateTotpDependencies,
  requester: Requester,
  command: CreateTotpCommand,
): Promise<TotpCreated | CreateTotpRefusal | UnsentCode> {
  const { clock, random, database } = dependencies;
  const key = checkedKey(command, dependencies.cnpjMayHaveLetters);
  if ('violations' in key) return key;
  const codeDelivery = command.isDeliveredByPartner === true ? 'shown to the caller' : dependencies.codeDelivery;
  if (codeDelivery === 'not configured') return 'no way to send it is configured';
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + CODE_LIFETIME_SECONDS * 1_000);
  const challenge = { ...newToken(random, now), key, now, expiresAt, secret: random.bytes(SECRET_BYTES) };
  const { id, token } = challenge;
  // A challenge whose code is sent is withdrawn if that fails: only then is it known what happened.
  const storing = codeDelivery === 'shown to the caller' ? database : database.withoutNote;
  const inserted = await storing.transaction((transaction) =>
    insert(transaction, dependencies, { ...challenge, ...requester, document: command.documentNumber }),
  );
  if (inserted instanceof DomainError) return inserted;
  const code = codeOf(challenge.secret);
  if (codeDelivery === 'shown to the caller') return { hash: token, code, expiresAt };
  const isSent = await codeDelivery.send({ ...requester, id, code, key, expiresAt });
  if (isSent) return { hash: token, code: undefined, expiresAt };
  await storing.transaction(async ({ entities }) => {
    const unsent = await entities.findOne(TotpChallenge, id);
    if (unsent !== null) entities.remove(unsent);
  });
  return 'it could not be sent';
}

/** Whether the limits would let a code be sent now to the address of a key, for the holder of an account. */
export async function mayCreateTotp(
  {
    database,
    clock,
    codeDelivery,
    totpLimits,
  }: Pick<CreateTotpDependencies, 'database' | 'clock' | 'codeDelivery' | 'totpLimits'>,
  { partnerId }: Requester,
  { document, key }: Pick<Challenge, 'document' | 'key'>,
): Promise<boolean> {
  const challenge = { partnerId, document, key, now: clock.now() };
  return (
    codeDelivery !== 'not configured' && (await refuseByLimits(database.entities, totpLimits, challenge)) === undefined
  );
}

/** Returns the key in normal form, or all violations. */
export function checkedKey(command: CreateTotpCommand, cnpjMayHaveLetters: boolean): AddressingKey | InvalidInput {
  const { type, value } = command.addressingKey;
  const isADocument = isAnyTaxpayerId(command.documentNumber);
  const violations: InputViolation[] = [];
  if (!isADocument)
    violations.push({ path: ['documentNumber'], code: faultOf(command.documentNumber), message: HOLDER_WANTED });
  const isProven = isProvenKeyType(type);
  if (!isProven)
    violations.push({ path: ['addressingKey', 'type'], code: 'NOT_ALLOWED', message: 'Give EMAIL or PHONE.' });
  const normal = normalKeyValue(type, value ?? '', cnpjMayHaveLetters);
  if (isProven && normal === undefined)
    violations.push({
      path: ['addressingKey', 'value'],
      code: faultOf(value ?? ''),
      message: keyValueWanted(type, cnpjMayHaveLetters),
    });
  return normal === undefined || violations.length > 0 ? refuseInput(violations) : { type, value: normal };
}

interface Challenge extends NewToken {
  readonly partnerId: string;
  readonly document: string;
  readonly key: AddressingKey;
  readonly secret: Uint8Array;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** The secret is encrypted: the code could be found from a digest by trying all values of six digits. */
async function insert(
  transaction: Transaction,
  { secrets, totpLimits }: CreateTotpDependencies,
  challenge: Challenge,
): Promise<CreateTotpRefusal | undefined> {
  const { id, digest, partnerId, document, key, secret, now, expiresAt } = challenge;
  const refusal = await refuse(transaction, totpLimits, challenge);
  if (refusal !== undefined) return refusal;
  const sealed = secrets.seal(Buffer.from(secret).toString('base64url'), id);
  transaction.entities.create(TotpChallenge, {
    id,
    digest,
    partnerId,
    document,
    keyType: key.type,
    keyValue: key.value,
    secret: sealed,
    wrongCodes: 0,
    createdAt: now,
    expiresAt,
  });
  return undefined;
}

async function refuse(
  transaction: Transaction,
  limits: TotpLimits,
  { partnerId, document, key, now }: Challenge,
): Promise<CreateTotpRefusal | undefined> {
  const { entities } = transaction;
  const [, [holder]] = await transaction.pipeline((pipelined) =>
    Promise.all([
      pipelined.run(LOCK_CHALLENGES, [partnerId, key.type, key.value, document]),
      pipelined.run(FIND_HOLDER, { partnerId, document }),
    ]),
  );
  if (holder === undefined)
    return refuseInput([{ path: ['documentNumber'], code: 'CONFLICT', message: HOLDER_WANTED }]);
  return refuseByLimits(entities, limits, { partnerId, document, key, now });
}

async function refuseByLimits(
  entities: EntityReader,
  limits: TotpLimits,
  { partnerId, document, key, now }: Pick<Challenge, 'partnerId' | 'document' | 'key' | 'now'>,
) {
  const counted = { partnerId, createdAt: { $gt: new Date(now.getTime() - COUNTED_MS) } };
  const newestFirst = { orderBy: { createdAt: 'desc' } } as const;
  const ofKey = { ...counted, keyType: key.type, keyValue: key.value };
  const challenges = {
    ofKey: await entities.find(TotpChallenge, ofKey, newestFirst),
    ofDocument: await entities.find(TotpChallenge, { ...counted, document }, newestFirst),
  };
  return refuseChallenge(challenges, limits, now);
}
