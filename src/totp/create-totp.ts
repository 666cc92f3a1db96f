import type { Chance } from '../kernel/chance.ts';
import type { Clock } from '../kernel/clock.ts';
import { isAnyDocument } from '../kernel/document.ts';
import { refuseInput, type InputViolation, type InvalidInput } from '../kernel/domain-error.ts';
import type { Requester } from '../kernel/requester.ts';
import type { AddressingKeyType } from '../pix/addressing-key.enum.ts';
import { isProvenKeyType, keyValueWanted, normalKeyValue, type AddressingKey } from '../pix/addressing-key.value.ts';
import type { Database } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { newToken, type NewToken } from '../platform/secret-token.ts';
import type { CodeDelivery } from './code-sender.ts';
import { CODE_LIFETIME_SECONDS, codeOf } from './totp-code.value.ts';

/** Inserts nothing for a document that holds no account of the partner, and says so by giving no row back. */
const INSERT_CHALLENGE = statement(
  'insert_totp_challenge',
  `insert into totp_challenge (id, digest, partner_id, document, key_type, key_value, secret, wrong_codes, created_at,
     expires_at)
   select $1, $2, $3, $4, $5, $6, $7, 0, $8, $9
   where exists (
     select from payment_account as account join holder on holder.id = account.holder_id
     where account.partner_id = $3 and holder.document_value = $4
   )
   returning true as "inserted"`,
);

const FORGET_CHALLENGE = statement('forget_totp_challenge', 'delete from totp_challenge where id = $1');

const HOLDER_WANTED = 'Give the CPF or CNPJ of a holder of an account, digits alone.';
/** Random bytes of a challenge's secret (RFC 4226, R6: 160 bits). */
const SECRET_BYTES = 20;

export interface CreateTotpCommand {
  readonly documentNumber: string;
  readonly addressingKey: { readonly type: AddressingKeyType; readonly value?: string | null };
}

export interface CreateTotpDependencies {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly cnpjMayHaveLetters: boolean;
  readonly codeDelivery: CodeDelivery;
}

export interface TotpCreated {
  /** Names the challenge. */
  readonly hash: string;
  /** In sandbox mode alone. */
  readonly code: string | undefined;
  readonly expiresAt: Date;
}

/** Why a code has not reached anybody; the caller has done nothing wrong. */
export type UnsentCode = 'no way to send it is configured' | 'it could not be sent';

/**
 * Makes a challenge that proves a holder's e-mail address or phone, and sends its code there. When the code cannot be
 * sent there is no challenge.
 */
export async function createTotp(
  dependencies: CreateTotpDependencies,
  requester: Requester,
  command: CreateTotpCommand,
): Promise<TotpCreated | InvalidInput | UnsentCode> {
  const { codeDelivery, clock, chance, database } = dependencies;
  const key = checkedKey(command, dependencies.cnpjMayHaveLetters);
  if ('violations' in key) return key;
  if (codeDelivery === 'not configured') return 'no way to send it is configured';
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + CODE_LIFETIME_SECONDS * 1_000);
  const challenge = { ...newToken(chance, now), key, now, expiresAt, secret: chance.bytes(SECRET_BYTES) };
  const isInserted = await insert(dependencies, challenge, { ...requester, document: command.documentNumber });
  if (!isInserted) return refuseInput([{ path: ['documentNumber'], message: HOLDER_WANTED }]);
  const { id, token } = challenge;
  const code = codeOf(challenge.secret);
  if (codeDelivery === 'shown to the caller') return { hash: token, code, expiresAt };
  const isSent = await codeDelivery.send({ ...requester, id, code, key, expiresAt });
  if (isSent) return { hash: token, code: undefined, expiresAt };
  await database.run(FORGET_CHALLENGE, [id]);
  return 'it could not be sent';
}

function checkedKey(command: CreateTotpCommand, cnpjMayHaveLetters: boolean): AddressingKey | InvalidInput {
  const { type, value } = command.addressingKey;
  const isADocument = isAnyDocument(command.documentNumber, cnpjMayHaveLetters);
  const violations: InputViolation[] = [];
  if (!isADocument) violations.push({ path: ['documentNumber'], message: HOLDER_WANTED });
  const isProven = isProvenKeyType(type);
  if (!isProven) violations.push({ path: ['addressingKey', 'type'], message: 'Give EMAIL or PHONE.' });
  const normal = normalKeyValue(type, value ?? '', cnpjMayHaveLetters);
  if (isProven && normal === undefined)
    violations.push({ path: ['addressingKey', 'value'], message: keyValueWanted(type) });
  return normal === undefined || violations.length > 0 ? refuseInput(violations) : { type, value: normal };
}

interface Challenge extends NewToken {
  readonly key: AddressingKey;
  readonly secret: Uint8Array;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** The secret is sealed: from a digest of six digits the code could be found by trying all of them. */
async function insert(
  { database, secrets }: CreateTotpDependencies,
  { id, digest, key, secret, now, expiresAt }: Challenge,
  { partnerId, document }: { readonly partnerId: string; readonly document: string },
): Promise<boolean> {
  const sealed = secrets.seal(Buffer.from(secret).toString('base64url'), id);
  const inserted = await database.run(INSERT_CHALLENGE, [
    ...[id, digest, partnerId, document, key.type, key.value, sealed, now.toISOString(), expiresAt.toISOString()],
  ]);
  return inserted.length > 0;
}
