import { Arg, Extensions, Query, Resolver } from 'type-graphql';
import { ACTIVE_CURRENCIES } from '../../kernel/currency.ts';
import { CALLING_CODES, regionsOf } from '../../kernel/phone-number.ts';
import { badArgument } from '../../platform/graphql/errors/client-error.ts';
import { CATALOGUE_LOCALES, type CatalogueLocale } from '../../platform/graphql/vocabulary/error-catalogue.ts';
import { STATES } from '../registrations/address.value.ts';
import { OCCUPATIONS } from '../registrations/occupations.value.ts';
import { isBlockedCode } from '../registrations/registration-phone.value.ts';
import { ChoiceType } from './choice.type.ts';
import type { OccupationLabels } from './occupation-labels.ts';

/** What a choice without a token may be kept for by caches, in seconds: a day. */
const KEPT = { keptSeconds: 86_400 };

const LOCALE = 'Language of the labels: `en` or `pt-BR`.';
const SAMPLE: Readonly<Record<CatalogueLocale, string>> = { en: 'Sample occupation', 'pt-BR': 'Ocupação de exemplo' };

@Resolver()
export class ChoicesResolver {
  private readonly labels: OccupationLabels;

  constructor(labels: OccupationLabels) {
    this.labels = labels;
  }

  @Extensions(KEPT)
  @Query(() => [ChoiceType], {
    description:
      'The occupations that `registerCustomer` accepts, by code. A label that the bank did not provide says that it is a sample. Requires no token; caches may keep it for a day.',
  })
  occupations(
    @Arg('locale', () => String, { defaultValue: 'pt-BR', description: LOCALE }) locale: string,
  ): readonly ChoiceType[] {
    const sample = SAMPLE[checked(locale)];
    return OCCUPATIONS.map((code, nth) => new ChoiceType(code, this.labels.get(code) ?? `${sample} ${nth + 1}`));
  }

  @Extensions(KEPT)
  @Query(() => [ChoiceType], {
    description:
      'The states of Brazil that addresses accept, by code. Requires no token; caches may keep it for a day.',
  })
  states(): readonly ChoiceType[] {
    return [...STATES].map(([code, name]) => new ChoiceType(code, name));
  }

  @Extensions(KEPT)
  @Query(() => [ChoiceType], {
    description:
      'The currencies that `createPocket` accepts, by code. Requires no token; caches may keep it for a day.',
  })
  currencies(
    @Arg('locale', () => String, { defaultValue: 'en', description: LOCALE }) locale: string,
  ): readonly ChoiceType[] {
    const names = new Intl.DisplayNames(checked(locale), { type: 'currency' });
    return [...ACTIVE_CURRENCIES].map((code) => new ChoiceType(code, names.of(code) ?? code));
  }

  @Extensions(KEPT)
  @Query(() => [ChoiceType], {
    description:
      'Dialling codes of phones, by code, with the countries that have them. Requires no token; caches may keep it for a day.',
  })
  diallingCodes(
    @Arg('allowed', () => Boolean, {
      defaultValue: true,
      description: 'Those that `registerCustomer` accepts; false: those of blocked countries.',
    })
    allowed: boolean,
  ): readonly ChoiceType[] {
    const names = new Intl.DisplayNames('en', { type: 'region' });
    const labelOf = (code: string) => regionsOf(code).map((region) => names.of(region) ?? region);
    return [...CALLING_CODES]
      .filter((code) => isBlockedCode(code) !== allowed)
      .map((code) => new ChoiceType(code, labelOf(code).join(', ') || 'International service'));
  }
}

/** @throws GraphQLError BAD_USER_INPUT */
function checked(locale: string): CatalogueLocale {
  const known = CATALOGUE_LOCALES.find((one) => one === locale);
  if (known === undefined) throw badArgument('locale', `Give ${CATALOGUE_LOCALES.join(' or ')}.`);
  return known;
}
