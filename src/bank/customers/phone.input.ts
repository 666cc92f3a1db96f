import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A mobile phone that can receive SMS. No other customer of the partner may have it.' })
export class PhoneInput {
  @Field(() => String, {
    description:
      'Dialling code of the country, with or without one plus, such as `55`. Those of blocked countries are refused as PHONE_COUNTRY_CODE_NOT_ALLOWED.',
  })
  readonly countryCode!: string;

  @Field(() => String, { description: 'Area code and number, digits only; for Brazil eleven, such as `11987650001`.' })
  readonly number!: string;
}
