import type { InputViolation } from '../../kernel/domain-error.ts';
import { isTextOf } from '../../kernel/text.ts';
import { isSigningSecret, SIGNING_SECRET_WANTED } from '../signing/signing-secret.value.ts';
import { areRawNames, RAW_NAMES_WANTED } from './wanted-events.value.ts';
import { WebhookSignatureScheme } from './webhook-configuration.enum.ts';

/** Longest name, in code points after trimming (ours). */
const NAME_LENGTH_MAX = 50;
/** Longest address, in code points (ours). */
const URI_LENGTH_MAX = 500;
/** A public key travels in a header: visible ASCII, at most 64 characters (ours). */
const PUBLIC_KEY = /^[\x21-\x7e]{1,64}$/;

/** What a partner sets of a configuration; what is undefined is left as it is. */
export interface ConfigurationFields {
  readonly name: string | undefined;
  readonly uri: string | undefined;
  readonly publicKey: string | undefined;
  /** `whsec_` and base64. */
  readonly secret: string | undefined;
  /** As bodies have them, where the event is OTHER. */
  readonly rawEventNames?: readonly string[] | undefined;
  /** What messages are signed by. */
  readonly signatureSchemes?: readonly WebhookSignatureScheme[] | undefined;
}

const SCHEMES_WANTED = `Give one or more of ${Object.values(WebhookSignatureScheme).join(' and ')}, each once.`;

/** Says what is wrong with an address that messages are to be sent to, in a sentence; undefined: nothing. */
export type FindTargetProblem = (uri: string) => Promise<string | undefined>;

/** All that is wrong with the fields that are set. The address is looked up, unless it is wrong by itself. */
export async function violationsOf(
  { name, uri, publicKey, secret, rawEventNames, signatureSchemes }: ConfigurationFields,
  findTargetProblem: FindTargetProblem,
): Promise<readonly InputViolation[]> {
  const violations: InputViolation[] = [];
  const demand = (holds: boolean, field: string, message: string) => {
    if (!holds) violations.push({ path: [field], message });
  };
  if (name !== undefined)
    demand(isTextOf(name.trim(), NAME_LENGTH_MAX), 'name', `Give a name of 1 to ${NAME_LENGTH_MAX} characters.`);
  if (publicKey !== undefined)
    demand(PUBLIC_KEY.test(publicKey), 'publicKey', 'Give 1 to 64 visible ASCII characters without spaces.');
  if (secret !== undefined) demand(isSigningSecret(secret), 'secret', SIGNING_SECRET_WANTED);
  if (rawEventNames !== undefined)
    demand(areRawNames(rawEventNames), 'rawEventNames', `Give ${RAW_NAMES_WANTED}, each once.`);
  if (signatureSchemes !== undefined) demand(areSchemes(signatureSchemes), 'signatureSchemes', SCHEMES_WANTED);
  if (uri !== undefined) {
    const problem = isTextOf(uri, URI_LENGTH_MAX)
      ? await findTargetProblem(uri)
      : `Give an address of 1 to ${URI_LENGTH_MAX} characters.`;
    demand(problem === undefined, 'uri', problem ?? '');
  }
  return violations;
}

function areSchemes(schemes: readonly WebhookSignatureScheme[]): boolean {
  return schemes.length > 0 && new Set(schemes).size === schemes.length;
}

/** Schemes as they are stored. */
export function schemeColumns(schemes: readonly WebhookSignatureScheme[]) {
  return { signsV1: schemes.includes('V1'), signsV1a: schemes.includes('V1A') };
}

/** And back, in the order of the enum. */
export function schemesOf({ signsV1, signsV1a }: ReturnType<typeof schemeColumns>): readonly WebhookSignatureScheme[] {
  const { V1, V1A } = WebhookSignatureScheme;
  return [...(signsV1 ? [V1] : []), ...(signsV1a ? [V1A] : [])];
}
