import * as v from 'valibot';
import type { Clock } from '../../../kernel/clock.ts';
import { refuseInput, type DomainError } from '../../../kernel/domain-error.ts';
import type { Caller } from '../../../platform/database/caller.ts';
import { COUNT, countIn, NOT_FOUND, type RefusalReason } from '../calls/provider-refusal.ts';
import { forwardRequest, type ForwardedRequest } from '../intents/forward-request.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { providerEnum, readAs } from '../intents/provider-values.ts';
import type { Undecided } from '../../../kernel/undecided.ts';
import type { IssuedHash } from '../../../bank/addressing-keys/transactional-hash.ts';
import { checkedKey, HOLDER_WANTED, type CreateTotpCommand, type TotpCreated } from '../../../bank/totp/create-totp.ts';
import { TotpChallenge } from '../../../bank/totp/totp-challenge.entity.ts';
import { unlessUnstorable } from '../intents/unstorable.ts';
import { uuidOfText } from '../intents/uuid-of-text.ts';
import { inputPaths } from '../intents/input-paths.ts';
import type { AddressingKey } from '../../../bank/addressing-keys/addressing-key.value.ts';
import { CODE_LIFETIME_SECONDS } from '../../../bank/totp/totp-code.value.ts';
import { TotpLimit } from '../../../bank/totp/totp-limit.enum.ts';
import {
  invalidTotpCode,
  tooManyTotpChallenges,
  tooManyTotpTries,
  totpExpired,
} from '../../../bank/totp/totp.errors.ts';
import { emptyFields, type ValidateTotpCommand } from '../../../bank/totp/validate-totp.ts';

const ROUTE = { path: '/totp', route: '/totp', apiVersion: 1 } as const;
const CREATED = v.object({ hash: v.string(), code: v.nullish(v.string()) });
/** Longest life of a hash that counts as an answer, in seconds: with more, its end may not be a date. */
const LIFE_SECONDS_MAX = 2 ** 31 - 1;
const LIFE_SECONDS = v.pipe(v.number(), v.minValue(0), v.maxValue(LIFE_SECONDS_MAX));
/** Seconds as a number or as its digits. */
const SECONDS = v.pipe(v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))]), LIFE_SECONDS);
/** One of the two names that providers give to the life of a hash; without one, that of ours. */
const VALIDATED = v.pipe(
  v.object({
    hash: v.string(),
    expirationInSeconds: v.nullish(SECONDS),
    expireInSeconds: v.nullish(SECONDS),
  }),
  v.transform(({ hash, expirationInSeconds, expireInSeconds }) => ({
    hash,
    lifeSeconds: expirationInSeconds ?? expireInSeconds ?? CODE_LIFETIME_SECONDS,
  })),
);
const REACHED = v.object({ reached: providerEnum(TotpLimit), limit: COUNT, retryAfterSeconds: COUNT });

const ofUser = (document: string) => ({ 'svc:user-id': document });

const CREATION: ForwardedRequest<CreateTotpCommand, v.InferOutput<typeof CREATED>> = {
  name: 'createTotp',
  request: ({ documentNumber, addressingKey }) => ({
    ...ROUTE,
    method: 'POST',
    headers: ofUser(documentNumber),
    body: JSON.stringify({ context: 'Pix', operation: 'RegisterEntry', data: { addressingKey } }),
  }),
  read: (body) => readAs(CREATED, body),
  inputPath: inputPaths(['documentNumber', 'addressingKey.type', 'addressingKey.value'], {
    'user-id': 'documentNumber',
  }),
  refusalOf({ code, details }) {
    if (code === 'INVALID_USER_ID')
      return refuseInput([{ path: ['documentNumber'], code: 'FORMAT', message: HOLDER_WANTED }]);
    const reached = code === 'TOO_MANY_TOTP_CHALLENGES' ? readAs(REACHED, details) : undefined;
    return reached && tooManyTotpChallenges(reached);
  },
};

/** A code to check, and the document of the holder whom it was sent to, if it was sent through this gateway. */
interface CheckedCode extends ValidateTotpCommand {
  readonly document: string | undefined;
}

const VALIDATION: ForwardedRequest<CheckedCode, v.InferOutput<typeof VALIDATED>> = {
  name: 'validateTotp',
  request: ({ hash, code, document }) => ({
    ...ROUTE,
    method: 'PATCH',
    headers: document === undefined ? {} : ofUser(document),
    body: JSON.stringify({ hash, code }),
  }),
  read: (body) => readAs(VALIDATED, body),
  inputPath: inputPaths(['hash', 'code']),
  refusalOf: validationRefusal,
  advice:
    'If that is refused with INVALID_TOTP_CODE, the code may have been used: request another one with createTotp.',
};

function validationRefusal(reason: RefusalReason): DomainError | undefined {
  switch (reason.code) {
    case 'INVALID_TOTP_CODE':
    case 'ENTRY_TRANSACTIONAL_HASH_INVALID':
      return invalidTotpCode();
    // The provider does not know the hash any more.
    case NOT_FOUND:
    case 'TOTP_EXPIRED':
      return totpExpired();
    case 'TOO_MANY_TOTP_TRIES':
      return tooManyTotpTries(countIn(reason, 'retryAfterSeconds') ?? 1);
    default:
      return undefined;
  }
}

export interface TotpAtProviderNeeds {
  readonly provider: ProviderSide;
  readonly clock: Clock;
  readonly cnpjMayHaveLetters: boolean;
}

type Outcome<Made> = Promise<Made | DomainError | Undecided>;

/** Makes the provider send a code. Only the provider knows it, unless its sandbox returns it. */
export async function createTotpAtProvider(
  { provider, clock, cnpjMayHaveLetters }: TotpAtProviderNeeds,
  caller: Caller,
  { documentNumber, addressingKey }: CreateTotpCommand,
): Outcome<TotpCreated> {
  const key = checkedKey({ documentNumber, addressingKey }, cnpjMayHaveLetters);
  if ('violations' in key) return key;
  const expiresAt = new Date(clock.now().getTime() + CODE_LIFETIME_SECONDS * 1_000);
  const reported = await forwardRequest(provider, CREATION, {
    ...caller,
    wanted: { documentNumber, addressingKey: key },
  });
  if (!('hash' in reported)) return reported;
  const { hash, code } = reported;
  await keepHolder(provider, caller, { hash, document: documentNumber, key, expiresAt, createdAt: clock.now() });
  return { hash, code: code ?? undefined, expiresAt };
}

interface SentCode {
  readonly hash: string;
  readonly document: string;
  readonly key: AddressingKey;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const idOf = (partnerId: string, hash: string) => uuidOfText(`${partnerId} ${hash}`);

/** Stores who a code was sent to: the provider asks for that again when the code is checked. */
async function keepHolder(
  provider: ProviderSide,
  { database, requester: { partnerId } }: Caller,
  { hash, document, key, createdAt, expiresAt }: SentCode,
): Promise<void> {
  await unlessUnstorable(provider, undefined, () =>
    database.transaction(async ({ entities }) => {
      await entities.upsert(TotpChallenge, {
        ...{ id: idOf(partnerId, hash), partnerId, document, keyType: key.type, keyValue: key.value },
        ...{ digest: '', secret: '', wrongCodes: 0, createdAt, expiresAt },
      });
    }),
  );
}

/** Makes the provider check a code. */
export async function validateTotpAtProvider(
  { provider, clock }: TotpAtProviderNeeds,
  caller: Caller,
  wanted: ValidateTotpCommand,
): Outcome<IssuedHash> {
  const empty = emptyFields(wanted);
  if (empty.length > 0) return refuseInput(empty);
  const now = clock.now();
  const { database, requester } = caller;
  const sent = await database.entities.findOne(TotpChallenge, idOf(requester.partnerId, wanted.hash));
  const reported = await forwardRequest(provider, VALIDATION, {
    ...caller,
    wanted: { ...wanted, document: sent?.document },
  });
  if (!('hash' in reported)) return reported;
  return { token: reported.hash, expiresAt: new Date(now.getTime() + reported.lifeSeconds * 1_000) };
}
