import type { AddressingKeyType } from '../../../bank/addressing-keys/addressing-key.enum.ts';
import { normalKeyValue, type AddressingKey } from '../../../bank/addressing-keys/addressing-key.value.ts';
import { CashInRail } from '../../../bank/cash-ins/cash-in.enum.ts';
import type { CashInParty } from '../../../bank/cash-ins/cash-in-parties.ts';
import { AMOUNT_CENTS_MIN, AMOUNT_WANTED } from '../../../bank/cash-ins/new-cash-in.value.ts';
import { refuseInput, type InvalidInput } from '../../../kernel/domain-error.ts';
import { InputCheck } from '../../../kernel/input-check.ts';
import { amountOf } from '../../../kernel/money.ts';
import { isTaxpayerId, TaxpayerIdType, taxpayerIdWanted } from '../../../kernel/taxpayer-id.ts';
import { faultOf, isFilled } from '../../../kernel/text.ts';
import type { CashInStatus } from './cash-in-status.enum.ts';

/** Maximum lengths, in code points after trimming (ours). */
const NAME_LENGTH_MAX = 256;
const BANK_NAME_LENGTH_MAX = 140;
const ACCOUNT_LENGTH_MAX = 20;

/** The shape that the central bank gives to identifications of instant payments (Pix technical manual). */
const END_TO_END_ID = /^E[A-Za-z0-9]{31}$/;
const ISPB = /^\d{8}$/;
const CLEARING_CODE = /^\d{3}$/;

interface PartyRequest {
  readonly name: string;
  readonly document: { readonly value: string; readonly type: TaxpayerIdType };
  readonly bank?: { readonly ispb: string; readonly code?: string | null; readonly name: string } | null;
  readonly branch?: string | null;
  readonly number?: string | null;
}

/** A cash-in as a system of the bank reports it. */
export interface RecordRequest {
  readonly accountNumber: string;
  readonly amount: string;
  readonly rail: CashInRail;
  readonly status: CashInStatus;
  readonly endToEndId?: string | null;
  readonly payer?: PartyRequest | null;
  readonly payee?: PartyRequest | null;
  readonly addressingKey?: { readonly type: AddressingKeyType; readonly value?: string | null } | null;
}

/** The same, checked and in normal form. */
export interface RecordedCashIn extends Pick<RecordRequest, 'accountNumber' | 'amount' | 'rail' | 'status'> {
  readonly endToEndId: string | null;
  readonly payer: CashInParty | null;
  readonly payee: CashInParty | null;
  readonly key: AddressingKey | null;
}

/** Checks every field of a request and returns it in normal form, or all violations. */
export function recordedCashIn(request: RecordRequest): RecordedCashIn | InvalidInput {
  const { accountNumber, rail, status, endToEndId = null, payer, payee, addressingKey } = request;
  const check = new InputCheck();
  check.demand(isFilled(accountNumber), 'accountNumber', 'Give the number of an account.', faultOf(accountNumber));
  const amount = check.normal(amountOf(request.amount, AMOUNT_CENTS_MIN), 'amount', AMOUNT_WANTED, 'RANGE');
  const isPix = rail === CashInRail.PIX;
  check.demand(isPix || endToEndId === null, 'endToEndId', 'Leave it out: a TED has none.', 'CONFLICT');
  check.demand(isPix || !addressingKey, 'addressingKey', 'Leave it out: a TED is not paid to a key.', 'CONFLICT');
  if (isPix && endToEndId !== null)
    check.demand(
      END_TO_END_ID.test(endToEndId),
      'endToEndId',
      'Give E and 31 letters and digits.',
      faultOf(endToEndId),
    );
  const recorded = {
    accountNumber,
    amount,
    rail,
    status,
    endToEndId,
    payer: payer ? partyOf(check, payer, 'payer') : null,
    payee: payee ? partyOf(check, payee, 'payee') : null,
    key: addressingKey ? keyOf(check, addressingKey) : null,
  };
  return check.violations.length > 0 ? refuseInput(check.violations) : recorded;
}

function partyOf(check: InputCheck, { name, document, bank, branch, number }: PartyRequest, at: string): CashInParty {
  const { type, value } = document;
  check.demand(isTaxpayerId(type, value), `${at}.document.value`, taxpayerIdWanted(type), faultOf(value));
  return {
    name: check.filled(name, `${at}.name`, NAME_LENGTH_MAX),
    document: { type, value },
    type: type === TaxpayerIdType.CPF ? 'CUSTOMER' : 'BUSINESS',
    account: {
      branch: check.optional(branch, `${at}.branch`, ACCOUNT_LENGTH_MAX),
      number: check.optional(number, `${at}.number`, ACCOUNT_LENGTH_MAX),
      type: null,
      bank: bank ? bankOf(check, bank, `${at}.bank`) : null,
    },
  };
}

function bankOf(check: InputCheck, { ispb, code = null, name }: NonNullable<PartyRequest['bank']>, at: string) {
  check.demand(ISPB.test(ispb), `${at}.ispb`, 'Give eight digits.', faultOf(ispb));
  check.demand(code === null || CLEARING_CODE.test(code), `${at}.code`, 'Give three digits, or leave it out.');
  return { ispb, code, name: check.filled(name, `${at}.name`, BANK_NAME_LENGTH_MAX) };
}

function keyOf(check: InputCheck, { type, value }: NonNullable<RecordRequest['addressingKey']>): AddressingKey {
  const normal = normalKeyValue(type, value ?? '', true);
  return { type, value: check.normal(normal, 'addressingKey.value', 'Give a key of this type.', faultOf(value ?? '')) };
}
