import { Field, ObjectType } from 'type-graphql';
import { BankType } from '../accounts/payment-account.type.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { TaxpayerIdObjectType } from '../../platform/graphql/vocabulary/taxpayer-id.type.ts';
import type { CashInParty } from './cash-in-parties.ts';

@ObjectType('CashInParty', {
  description: 'Who pays or receives a cash-in. What is not known, or was erased, is null.',
  simpleResolvers: true,
})
export class CashInPartyType {
  @RequiresScopes(Scope.CASH_IN_READ)
  @Field(() => String, { nullable: true, description: 'Name of the person or company.' })
  readonly name: string | null;

  @RequiresScopes(Scope.CASH_IN_READ)
  @Field(() => TaxpayerIdObjectType, { nullable: true, description: 'CPF or CNPJ of the person or company.' })
  readonly document: TaxpayerIdObjectType | null;

  @Field(() => BankType, { nullable: true, description: 'The bank that keeps the account.' })
  readonly bank: BankType | null;

  @Field(() => String, { nullable: true, description: 'Branch of the account.' })
  readonly branch: string | null;

  @Field(() => String, { nullable: true, description: 'Number of the account, including the digit.' })
  readonly number: string | null;

  constructor({ name, document, account: { bank, branch, number } }: CashInParty) {
    this.name = name;
    this.document = document && new TaxpayerIdObjectType(document.value, document.type);
    this.bank = bank && new BankType(bank);
    this.branch = branch;
    this.number = number;
  }
}
