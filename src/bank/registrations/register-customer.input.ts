import { Field, InputType, registerEnumType } from 'type-graphql';
import { DeclaredIncome, PepLevel } from '../customers/customer-record.enum.ts';
import { MoneyInput } from '../../platform/graphql/vocabulary/money.type.ts';
import { KeyedInput } from '../../platform/graphql/vocabulary/once-per-key.type.ts';
import { PhoneInput } from '../customers/phone.input.ts';
import { DateScalar } from '../../platform/graphql/vocabulary/scalars.ts';

registerEnumType(DeclaredIncome, {
  name: 'DeclaredIncome',
  description: 'Ranges of monthly income in reais, obsolete since 2023-11-27.',
  valuesConfig: {
    LESS_THAN_ONE_THOUSAND: { description: 'Less than 1,000.' },
    FROM_ONE_THOUSAND_TO_TWO_THOUSAND: { description: '1,000 to 2,000.' },
    FROM_TWO_THOUSAND_TO_THREE_THOUSAND: { description: '2,000 to 3,000.' },
    FROM_THREE_THOUSAND_TO_FIVE_THOUSAND: { description: '3,000 to 5,000.' },
    FROM_FIVE_THOUSAND_TO_TEN_THOUSAND: { description: '5,000 to 10,000.' },
    FROM_TEN_THOUSAND_TO_TWENTY_THOUSAND: { description: '10,000 to 20,000.' },
    OVER_TWENTY_THOUSAND: { description: 'More than 20,000.' },
  },
});

@InputType({ description: 'Where a person lives.' })
export class AddressInput {
  @Field(() => String, {
    description: 'Postal code: eight digits, with or without a hyphen before the last three, such as `01310-100`.',
  })
  readonly zipCode!: string;

  @Field(() => String, { description: 'Street, 1 to 256 characters.' })
  readonly addressLine!: string;

  @Field(() => String, { description: 'Number of the building, 1 to 10 characters; `S/N` if there is none.' })
  readonly buildingNumber!: string;

  @Field(() => String, { nullable: true, description: 'Complement, such as a flat; at most 256 characters.' })
  readonly complement?: string | null;

  @Field(() => String, { description: 'Neighborhood or district, 1 to 256 characters.' })
  readonly neighborhood!: string;

  @Field(() => String, { description: 'City, 1 to 256 characters; accents are kept.' })
  readonly city!: string;

  @Field(() => String, { description: 'Two-letter code of one of the 27 states, such as `SP` (ISO 3166-2:BR).' })
  readonly state!: string;

  @Field(() => String, { description: 'Country: `BR`.' })
  readonly country!: string;
}

@InputType({ description: 'Political exposure of a person.' })
export class PepInput {
  @Field(() => PepLevel, { description: 'Level of political exposure.' })
  readonly level!: PepLevel;
}

@InputType({ description: 'Tokens of approved analyses of the person.' })
export class DocumentationInput {
  @Field(() => String, { description: 'Token of the selfie.' })
  readonly selfie!: string;

  @Field(() => String, { description: 'Token of the front of an identity document.' })
  readonly idCardFront!: string;

  @Field(() => String, { description: 'Token of the back of an identity document.' })
  readonly idCardBack!: string;
}

@InputType({ description: 'A person to register.' })
export class RegisterCustomerInput extends KeyedInput {
  @Field(() => String, { description: 'CPF, 11 digits without a mask, such as `10020030240`.' })
  readonly documentNumber!: string;

  @Field(() => String, { description: 'Full name, as on the identity document, 1 to 256 characters.' })
  readonly registerName!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name by which the person wants to be called, at most 256 characters.',
  })
  readonly socialName?: string | null;

  @Field(() => DateScalar, {
    description: 'Birth date, such as `1990-01-31`: 18 completed years or more by the civil date in São Paulo.',
  })
  readonly birthDate!: string;

  @Field(() => PhoneInput, { description: 'Mobile phone.' })
  readonly phone!: PhoneInput;

  @Field(() => AddressInput, { description: 'Where the person lives.' })
  readonly address!: AddressInput;

  @Field(() => DeclaredIncome, {
    nullable: true,
    deprecationReason: 'Obsolete since 2023-11-27: send assertedIncome.',
    description: 'Range of income; stored, but not used.',
  })
  readonly declaredIncome?: DeclaredIncome | null;

  @Field(() => MoneyInput, { description: 'Income, in reais.' })
  readonly assertedIncome!: MoneyInput;

  @Field(() => String, { description: 'Code of the main occupation, `OCP0001` to `OCP0105`, in upper case.' })
  readonly occupation!: string;

  @Field(() => PepInput, { description: 'Political exposure.' })
  readonly pep!: PepInput;

  @Field(() => String, { description: 'Full name of the mother as on the identity document, 1 to 256 characters.' })
  readonly motherName!: string;

  @Field(() => String, {
    description: 'E-mail address, kept in lower case; no other customer of the partner may have it.',
  })
  readonly email!: string;

  @Field(() => DocumentationInput, {
    description: 'Tokens from submitDocument for three APPROVED pictures of this person.',
  })
  readonly documentation!: DocumentationInput;
}
