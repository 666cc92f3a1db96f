import { useState } from 'react';
import { client } from '../client.ts';
import { graphql } from '../generated/index.ts';
import type {
  AddressingKeyType,
  RegisterPixEntryByFormMutation,
  RegisterPixEntryInput,
  TransactionalHashReason,
} from '../generated/graphql.ts';
import { Form, type TextAt } from './form.tsx';
import { done, placed, refused, type Field, type Outcome } from './outcome.ts';

const REGISTER_PIX_ENTRY = graphql(`
  mutation RegisterPixEntryByForm($input: RegisterPixEntryInput!) {
    registerPixEntry(input: $input) {
      ... on RegisterPixEntrySuccess {
        entry {
          addressingKey {
            value
          }
        }
      }
      ...Refusal
      ... on InvalidInputError {
        violations {
          path
          message
        }
      }
      ... on InvalidTransactionalHashError {
        reason
      }
      ... on TargetAccountDoesNotExistError {
        mismatches
      }
      ... on MaximumEntriesCountRegisteredForAccountError {
        limit
      }
      ... on EvpEntryCannotRegisterShortIntervalError {
        retryAfterSeconds
      }
      ... on TooManyLookupsError {
        retryAfterSeconds
      }
    }
  }
`);

const CREATE_TOTP = graphql(`
  mutation CreateTotpByForm($input: CreateTotpInput!) {
    createTotp(input: $input) {
      ... on CreateTotpSuccess {
        hash
        sandboxCode
      }
      ...Refusal
      ... on InvalidInputError {
        violations {
          path
          message
        }
      }
    }
  }
`);

const VALIDATE_TOTP = graphql(`
  mutation ValidateTotpByForm($input: ValidateTotpInput!) {
    validateTotp(input: $input) {
      ... on ValidateTotpSuccess {
        transactionalHash
      }
      ...Refusal
      ... on InvalidInputError {
        violations {
          path
          message
        }
      }
    }
  }
`);

const KEY_TYPES = {
  CPF: 'CPF of the holder',
  CNPJ: 'CNPJ of the holder',
  EMAIL: 'An e-mail address',
  PHONE: 'A mobile phone',
  EVP: 'A random key',
} as const satisfies Record<AddressingKeyType, string>;

const FIELDS: readonly Field[] = [
  {
    path: 'addressingKey.type',
    label: 'Type of the key',
    value: 'EMAIL',
    choices: Object.entries(KEY_TYPES).map(([code, label]) => ({ code, label })),
  },
  { path: 'addressingKey.value', label: 'Key' },
  { path: 'account.branch', label: 'Branch', value: '0001' },
  { path: 'account.number', label: 'Account number', value: '200001' },
  { path: 'userId', label: 'CPF of the holder', value: '10020030169' },
  { path: 'transactionalHash', label: 'Code that was sent to the address' },
];

/** Where a person corrects what the hash was refused for. */
const REASONS: Readonly<Record<TransactionalHashReason, string>> = {
  EXPIRED: 'The code is too old: ask for another one.',
  USED: 'The code was used already: ask for another one.',
  OTHER_KEY: 'The code is for another key: ask for one for this key.',
  OTHER_HOLDER: 'The code is for another holder: ask for one for this holder.',
  UNKNOWN: 'Ask for a code, and write it here.',
};

type Result = NonNullable<RegisterPixEntryByFormMutation['registerPixEntry']>;

/** Every member of the union has its case: one that the schema adds does not compile until it has a place. */
function outcomeOf(result: Result): Outcome {
  switch (result.__typename) {
    case 'RegisterPixEntrySuccess':
      return done(`The key ${result.entry.addressingKey.value} is registered.`);
    case 'InvalidInputError':
      return placed(FIELDS, result.violations);
    case 'InvalidTransactionalHashError':
      // The button above sends a code as the next step would.
      return placed(FIELDS, [{ path: ['transactionalHash'], message: REASONS[result.reason] }]);
    case 'TargetAccountDoesNotExistError':
      return result.mismatches.includes('BRANCH')
        ? placed(FIELDS, [{ path: ['account', 'branch'], message: 'The account has another branch.' }])
        : refused(FIELDS, { ...result, path: ['account', 'number'] });
    case 'MaximumEntriesCountRegisteredForAccountError':
      return refused(FIELDS, result, result.limit === null ? '' : `It may have ${result.limit}.`);
    case 'EvpEntryCannotRegisterShortIntervalError':
    case 'TooManyLookupsError':
      return refused(FIELDS, result, `It is free again in ${result.retryAfterSeconds} s.`);
    case 'InvalidUserIdError':
    case 'PermissionNotGrantedError':
    case 'InvalidAccountStatusError':
    case 'InvalidAccountHolderStatusError':
    case 'AddressingKeyValueAndAccountHolderDocumentAreDifferentError':
    case 'AddressingKeyTypeIsInvalidForAccountHolderTypeError':
    case 'InvalidPhoneNumberToAddressingKeyError':
    case 'EntryAlreadyExistsToSameHolderAndAnotherAccountError':
    case 'EntryAlreadyExistsToAnotherHolderError':
    case 'EntryAlreadyExistsToSameAccountError':
    case 'EntryAlreadyExistsToSameOwnerIntoAnotherPlayerError':
    case 'IdempotencyKeyReusedError':
    case 'UnmappedRefusalError':
      return refused(FIELDS, result);
  }
}

function keyOf(textAt: TextAt): RegisterPixEntryInput['addressingKey'] {
  const [type, value] = [textAt('addressingKey.type'), textAt('addressingKey.value')];
  return { type: isKeyType(type) ? type : 'EVP', value: value === '' ? null : value };
}

function isKeyType(text: string): text is AddressingKeyType {
  return text in KEY_TYPES;
}

/** Codes that were sent and not yet proven, and what proves that the holder has access to an address, by the key. */
const challenges = new Map<string, string>();
const proofs = new Map<string, string>();

/** Sends a code to the address of the form. */
async function sendCode(textAt: TextAt): Promise<Outcome & { readonly sandboxCode?: string | null }> {
  const addressingKey = keyOf(textAt);
  const variables = { input: { documentNumber: textAt('userId'), addressingKey } };
  const { data } = await client.mutate({ mutation: CREATE_TOTP, variables });
  const result = data?.createTotp;
  if (result?.__typename !== 'CreateTotpSuccess') return ofCode(result);
  challenges.set(JSON.stringify(addressingKey), result.hash);
  return { besideFields: {}, sandboxCode: result.sandboxCode };
}

type CodeRefusal =
  | Parameters<typeof refused>[1]
  | { readonly __typename: 'InvalidInputError'; readonly violations: Parameters<typeof placed>[1] };

/** What is wrong with a code: its document is the user's, and it stands in the field of the hash. */
function ofCode(refusal: CodeRefusal | null | undefined): Outcome {
  if (!refusal) return placed(FIELDS, [{ path: [], message: 'The code could not be sent.' }]);
  const at = (path: readonly string[]) =>
    path[0] === 'documentNumber' ? ['userId'] : path[0] === 'code' || path[0] === 'hash' ? ['transactionalHash'] : path;
  return 'violations' in refusal
    ? placed(
        FIELDS,
        refusal.violations.map(({ path, message }) => ({ path: at(path), message })),
      )
    : refused(FIELDS, { ...refusal, path: at(refusal.path ?? []) });
}

/** Returns the proof of a key for a code, which is good for one registration, or why there is none; a code of no key is none. */
async function proofOf(addressingKey: string, code: string): Promise<string | Outcome | null> {
  const [hash, proof] = [challenges.get(addressingKey), proofs.get(addressingKey)];
  if (proof !== undefined || hash === undefined) return proof ?? (code || null);
  const { data } = await client.mutate({ mutation: VALIDATE_TOTP, variables: { input: { hash, code } } });
  const result = data?.validateTotp;
  if (result?.__typename !== 'ValidateTotpSuccess') return ofCode(result);
  challenges.delete(addressingKey);
  proofs.set(addressingKey, result.transactionalHash);
  return result.transactionalHash;
}

async function send(textAt: TextAt, idempotencyKey: string): Promise<Outcome> {
  const addressingKey = keyOf(textAt);
  const key = JSON.stringify(addressingKey);
  const transactionalHash = await proofOf(key, textAt('transactionalHash'));
  if (transactionalHash !== null && typeof transactionalHash === 'object') return transactionalHash;
  const input: RegisterPixEntryInput = {
    idempotencyKey,
    addressingKey,
    account: { branch: textAt('account.branch'), number: textAt('account.number'), type: 'PAYMENT', bank: null },
    transactionalHash,
    userId: textAt('userId') || null,
  };
  const { data } = await client.mutate({ mutation: REGISTER_PIX_ENTRY, variables: { input } });
  const result = data?.registerPixEntry;
  if (result?.__typename === 'InvalidTransactionalHashError' || result?.__typename === 'RegisterPixEntrySuccess')
    proofs.delete(key);
  return result ? outcomeOf(result) : placed(FIELDS, []);
}

/** In the sandbox nothing is sent: the code is in the answer. */
function saidOf(sandboxCode: string | null): string {
  return sandboxCode === null ? 'A code was sent.' : `A code was sent: in the sandbox it is ${sandboxCode}.`;
}

export function PixForm() {
  const [said, setSaid] = useState('');
  return (
    <Form fields={FIELDS} button="Register key" send={send}>
      {(run) => (
        <>
          <button
            type="button"
            onClick={({ currentTarget: { form } }) => {
              if (form === null) return;
              run(form, async (textAt) => {
                const { sandboxCode, ...outcome } = await sendCode(textAt);
                setSaid(sandboxCode === undefined ? '' : saidOf(sandboxCode));
                return outcome;
              });
            }}
          >
            Send a code
          </button>
          <p>{said}</p>
        </>
      )}
    </Form>
  );
}
