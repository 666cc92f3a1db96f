import type { InputViolation } from '../../kernel/domain-error.ts';
import { InputCheck } from '../../kernel/input-check.ts';
import { faultOf, isStorableText, isTextOf, textFault } from '../../kernel/text.ts';
import { wordsProblem } from '../../kernel/wanted-words.ts';
import {
  isSigningSecret,
  isTextSecret,
  SIGNING_SECRET_WANTED,
  TEXT_SECRET_WANTED,
} from '../signing/signing-secret.value.ts';
import { areRawNames, rawNamesFault, RAW_NAMES_WANTED } from './wanted-events.value.ts';
import { WebhookSignatureScheme, type WebhookFormat } from './webhook-configuration.enum.ts';

/** Longest name, in code points after trimming (ours). */
export const NAME_LENGTH_MAX = 50;
/** Longest address, in code points (ours). */
const URI_LENGTH_MAX = 500;
/** A public key travels in a header: visible ASCII, at most 64 characters (ours). */
const PUBLIC_KEY = /^[\x21-\x7e]{1,64}$/;

/** Fields that a partner sets; undefined ones are not changed. */
export interface ConfigurationFields {
  readonly name: string | undefined;
  readonly uri: string | undefined;
  readonly publicKey: string | undefined;
  /** `whsec_` and base64; for ENVELOPES any text of 16 to 512 characters. */
  readonly secret: string | undefined;
  /** Of new messages; undefined is STANDARD here. */
  readonly format?: WebhookFormat | undefined;
  /** As in bodies, for the event OTHER. */
  readonly rawEventNames?: readonly string[] | undefined;
  readonly signatureSchemes?: readonly WebhookSignatureScheme[] | undefined;
  /** Accounts and entities whose events it captures; empty: of all. */
  readonly accountNumbers?: readonly string[] | undefined;
  readonly entityIds?: readonly string[] | undefined;
}

const SCHEMES_WANTED = `Give one or more of ${Object.values(WebhookSignatureScheme).join(' and ')}, each once.`;

/** Returns what is wrong with an address for messages, as a sentence; undefined if nothing. */
export type FindTargetProblem = (uri: string) => Promise<string | undefined>;

/** Returns all violations of the given fields. The address is looked up only if its length is valid. */
export async function violationsOf(
  fields: ConfigurationFields,
  findTargetProblem: FindTargetProblem,
): Promise<readonly InputViolation[]> {
  const { name, uri, publicKey, secret, format, rawEventNames, signatureSchemes } = fields;
  const check = new InputCheck();
  if (name !== undefined)
    check.demand(
      isTextOf(name.trim(), NAME_LENGTH_MAX),
      'name',
      `Give a name of 1 to ${NAME_LENGTH_MAX} characters.`,
      textFault(name),
    );
  if (publicKey !== undefined)
    check.demand(
      PUBLIC_KEY.test(publicKey),
      'publicKey',
      'Give 1 to 64 visible ASCII characters without spaces.',
      faultOf(publicKey),
    );
  if (secret !== undefined) check.demand(isSecretOf(format, secret), 'secret', secretWanted(format), faultOf(secret));
  if (rawEventNames !== undefined)
    check.demand(
      areRawNames(rawEventNames),
      'rawEventNames',
      `Give ${RAW_NAMES_WANTED}, each once.`,
      rawNamesFault(rawEventNames),
    );
  if (signatureSchemes !== undefined)
    check.demand(
      areSchemes(signatureSchemes),
      'signatureSchemes',
      SCHEMES_WANTED,
      signatureSchemes.length === 0 ? 'REQUIRED' : 'NOT_UNIQUE',
    );
  checkCaptured(check, fields);
  if (uri !== undefined) {
    const problem = isTextOf(uri, URI_LENGTH_MAX)
      ? await findTargetProblem(uri)
      : `Give an address of 1 to ${URI_LENGTH_MAX} characters.`;
    check.demand(
      problem === undefined,
      'uri',
      problem ?? '',
      isTextOf(uri, URI_LENGTH_MAX) ? 'NOT_ALLOWED' : textFault(uri),
    );
  }
  return check.violations;
}

/** Checks a secret of a format: for envelopes it can be any text, as receivers of the partner API have one. */
function isSecretOf(format: WebhookFormat | undefined, secret: string): boolean {
  return isSigningSecret(secret) || (format === 'ENVELOPES' && isTextSecret(secret));
}

function secretWanted(format: WebhookFormat | undefined): string {
  return format === 'ENVELOPES' ? TEXT_SECRET_WANTED : SIGNING_SECRET_WANTED;
}

function checkCaptured(check: InputCheck, { accountNumbers = [], entityIds = [] }: ConfigurationFields): void {
  for (const [member, words] of Object.entries({ accountNumbers, entityIds })) {
    const problem = capturedProblem(words);
    check.demand(problem === undefined, member, problem ?? '', isEachOnce(words) ? 'LENGTH' : 'NOT_UNIQUE');
  }
}

/** Returns what is wrong with the accounts or entities of a configuration, as a sentence; undefined if nothing. */
function capturedProblem(words: readonly string[]): string | undefined {
  if (!isEachOnce(words)) return 'Give each value once.';
  return wordsProblem(words) ?? (words.every(isStorableText) ? undefined : 'Give values of visible characters.');
}

function isEachOnce(words: readonly string[]): boolean {
  return new Set(words).size === words.length;
}

function areSchemes(schemes: readonly WebhookSignatureScheme[]): boolean {
  return schemes.length > 0 && isEachOnce(schemes);
}

/** Returns the columns that store schemes. */
export function schemeColumns(schemes: readonly WebhookSignatureScheme[]) {
  return { signsV1: schemes.includes('V1'), signsV1a: schemes.includes('V1A') };
}

/** Returns the schemes of stored columns, in the order of the enum. */
export function schemesOf({ signsV1, signsV1a }: ReturnType<typeof schemeColumns>): readonly WebhookSignatureScheme[] {
  const { V1, V1A } = WebhookSignatureScheme;
  return [...(signsV1 ? [V1] : []), ...(signsV1a ? [V1A] : [])];
}
