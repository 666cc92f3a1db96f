import { Field, ID, InputType } from 'type-graphql';
import { AddressingKeyInput } from '../../../bank/addressing-keys/addressing-key.input.ts';
import { CashInRail } from '../../../bank/cash-ins/cash-in.enum.ts';
import { DecimalScalar, UuidScalar } from '../../../platform/graphql/vocabulary/scalars.ts';
import { TaxpayerIdInput } from '../../../platform/graphql/vocabulary/taxpayer-id.input.ts';
import { CashInStatus } from './cash-in-status.enum.ts';

@InputType({ description: 'A bank of the Brazilian payment system.' })
export class CashInBankInput {
  @Field(() => String, { description: 'Its ISPB, eight digits.' })
  readonly ispb!: string;

  @Field(() => String, { nullable: true, description: 'Its clearing code, three digits; absent if it has none.' })
  readonly code?: string | null;

  @Field(() => String, { description: 'Its name, 1 to 140 characters.' })
  readonly name!: string;
}

@InputType({ description: 'Who pays or receives a cash-in, and with which account.' })
export class CashInPartyInput {
  @Field(() => String, { description: 'Name of the person or company, 1 to 256 characters.' })
  readonly name!: string;

  @Field(() => TaxpayerIdInput, { description: 'CPF or CNPJ of the person or company.' })
  readonly document!: TaxpayerIdInput;

  @Field(() => CashInBankInput, { nullable: true, description: 'The bank that keeps the account.' })
  readonly bank?: CashInBankInput | null;

  @Field(() => String, { nullable: true, description: 'Branch of the account, up to 20 characters.' })
  readonly branch?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Number of the account, including the digit, up to 20 characters.',
  })
  readonly number?: string | null;
}

@InputType({ description: 'Money that an account has received.' })
export class RecordCashInInput {
  @Field(() => UuidScalar, {
    description:
      'A GUID v4, new for each cash-in. A repetition with the same input within 7 days returns the same cash-in; an error leaves the key free.',
  })
  readonly idempotencyKey!: string;

  @Field(() => String, { description: 'Number of the payment account, including the digit.' })
  readonly accountNumber!: string;

  @Field(() => DecimalScalar, { description: 'Amount, 0.01 to 99999999999999.99 BRL, with at most two decimals.' })
  readonly amount!: string;

  @Field(() => CashInRail, { description: 'How it was received.' })
  readonly rail!: CashInRail;

  @Field(() => CashInStatus, {
    defaultValue: CashInStatus.CLEARED,
    description: 'RECEIVED: it is held until clearCashIn clears it.',
  })
  readonly status!: CashInStatus;

  @Field(() => String, {
    nullable: true,
    description: 'End-to-end identification of a PIX, 32 characters; one is made if it is absent. A TED has none.',
  })
  readonly endToEndId?: string | null;

  @Field(() => CashInPartyInput, { nullable: true, description: 'Who paid.' })
  readonly payer?: CashInPartyInput | null;

  @Field(() => CashInPartyInput, { nullable: true, description: 'Who was paid; by default the holder of the account.' })
  readonly payee?: CashInPartyInput | null;

  @Field(() => AddressingKeyInput, {
    nullable: true,
    description: 'The key that was paid to; absent if branch and number were. A TED has none.',
  })
  readonly addressingKey?: AddressingKeyInput | null;
}

@InputType({ description: 'A cash-in to clear.' })
export class ClearCashInInput {
  @Field(() => ID, { description: 'Id of the cash-in.' })
  readonly cashInId!: string;
}
