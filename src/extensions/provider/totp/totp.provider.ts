import * as v from 'valibot';
import type { Clock } from '../../../kernel/clock.ts';
import { refuseInput, type DomainError } from '../../../kernel/domain-error.ts';
import type { Caller } from '../../../platform/database/caller.ts';
import { COUNT, countIn, type RefusalReason } from '../calls/provider-refusal.ts';
import { forwardRequest, type ForwardedRequest } from '../intents/forward-request.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { providerEnum, readAs } from '../intents/provider-values.ts';
import type { Undecided } from '../../../kernel/undecided.ts';
import type { IssuedHash } from '../../../bank/addressing-keys/transactional-hash.ts';
import { checkedKey, type CreateTotpCommand, type TotpCreated } from '../../../bank/totp/create-totp.ts';
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
const VALIDATED = v.object({ hash: v.string(), expirationInSeconds: LIFE_SECONDS });
const REACHED = v.object({ reached: providerEnum(TotpLimit), limit: COUNT, retryAfterSeconds: COUNT });

const inputPath = (name: string) => name.split('.');

const CREATION: ForwardedRequest<CreateTotpCommand, v.InferOutput<typeof CREATED>> = {
  name: 'createTotp',
  request: (wanted) => ({ ...ROUTE, method: 'POST', body: JSON.stringify(wanted) }),
  read: (body) => readAs(CREATED, body),
  inputPath,
  refusalOf({ code, details }) {
    const reached = code === 'TOO_MANY_TOTP_CHALLENGES' ? readAs(REACHED, details) : undefined;
    return reached && tooManyTotpChallenges(reached);
  },
};

const VALIDATION: ForwardedRequest<ValidateTotpCommand, v.InferOutput<typeof VALIDATED>> = {
  name: 'validateTotp',
  request: ({ hash, code }) => ({ ...ROUTE, method: 'PATCH', body: JSON.stringify({ hash, code }) }),
  read: (body) => readAs(VALIDATED, body),
  inputPath,
  refusalOf: validationRefusal,
  advice:
    'If that is refused with INVALID_TOTP_CODE, the code may have been used: request another one with createTotp.',
};

function validationRefusal(reason: RefusalReason): DomainError | undefined {
  switch (reason.code) {
    case 'INVALID_TOTP_CODE':
      return invalidTotpCode();
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
  return 'hash' in reported ? { hash: reported.hash, code: reported.code ?? undefined, expiresAt } : reported;
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
  const reported = await forwardRequest(provider, VALIDATION, { ...caller, wanted });
  if (!('hash' in reported)) return reported;
  return { token: reported.hash, expiresAt: new Date(now.getTime() + reported.expirationInSeconds * 1_000) };
}
