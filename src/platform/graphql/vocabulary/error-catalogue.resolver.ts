import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  Info,
  Int,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from 'type-graphql';
import { pathOf } from '../../../kernel/domain-error.ts';
import { Origin } from '../../../kernel/origin.ts';
import { badArgument } from '../errors/client-error.ts';
import type { RequestContext } from '../../requests/request-context.ts';
import {
  CATALOGUE_LOCALES,
  documentationOf,
  ErrorCode,
  messageIn,
  type CatalogueEntry,
  type CatalogueLocale,
} from './error-catalogue.ts';
import { raisedBy } from './raised-by.ts';

registerEnumType(Origin, {
  name: 'ErrorOrigin',
  description: 'Origin of a code.',
  valuesConfig: {
    PARTNER_API: { description: 'The partner API.' },
    GATEWAY: { description: 'This gateway, if the partner API has no code.' },
  },
});

@ObjectType('ErrorPath', { description: 'The field that an error of a mutation is about.', simpleResolvers: true })
class ErrorPathType {
  @Field(() => String, { description: 'Name of the mutation.' })
  readonly mutation: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Path of the field from the root of the input; null if the error is about none.',
  })
  readonly path: readonly string[] | null;

  constructor(mutation: string, path: readonly string[] | null) {
    this.mutation = mutation;
    this.path = path;
  }
}

@ObjectType('ErrorDefinition', { description: 'An entry of the error catalogue.', simpleResolvers: true })
class ErrorDefinitionType {
  @Field(() => ErrorCode, { description: 'The code itself, such as ACCOUNT_NOT_FOUND.' })
  readonly code: string;

  @Field(() => Int, { description: 'HTTP status in the partner API.' })
  readonly status: number;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the GraphQL type, such as `AccountNotFoundError`; null if no result has it.',
  })
  readonly type: string | null;

  @Field(() => String, { description: 'The message, with placeholders in angle brackets.' })
  readonly message: string;

  @Field(() => String, { description: 'When it is raised, in one sentence.' })
  readonly condition: string;

  @Field(() => [String], { description: 'Mutations that can return this error, such as `["createPocket"]`.' })
  readonly raisedBy: readonly string[];

  @Field(() => Origin, { description: 'Origin of the code.' })
  readonly origin: Origin;

  @Field(() => [ErrorPathType], { description: 'The field that it is about, for each of these mutations.' })
  readonly paths: readonly ErrorPathType[];

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether waiting alone is enough; null if that depends on the data of the error.',
  })
  readonly retryable: boolean | null;

  constructor(row: CatalogueEntry, locale: CatalogueLocale, mutations: readonly string[] | undefined) {
    this.code = row.code;
    this.status = row.status;
    this.type = mutations === undefined ? null : row.type;
    this.message = messageIn(row, locale);
    this.condition = `${row.condition.charAt(0).toUpperCase()}${row.condition.slice(1)}.`;
    this.raisedBy = mutations ?? [];
    this.origin = row.origin;
    this.paths = this.raisedBy.map((mutation) => new ErrorPathType(mutation, pathOf(row, mutation)));
    this.retryable = row.retryable === 'byData' ? null : row.retryable === true;
  }
}

@Resolver(() => ErrorDefinitionType)
export class ErrorCatalogueResolver {
  /** Created on first use, when there is a schema. */
  private readonly definitions = new Map<CatalogueLocale, readonly ErrorDefinitionType[]>();
  private readonly catalogue: readonly CatalogueEntry[];

  constructor(catalogue: readonly CatalogueEntry[]) {
    this.catalogue = catalogue;
  }

  @Query(() => [ErrorDefinitionType], { description: 'All error codes. Requires no token.' })
  errorCatalogue(
    @Arg('locale', () => String, {
      defaultValue: 'en',
      description: 'Language of the messages: `en` or `pt-BR`. Answers have them as the partner API words them.',
    })
    wanted: string,
    @Info() { schema }: GraphQLResolveInfo,
  ): readonly ErrorDefinitionType[] {
    const locale = CATALOGUE_LOCALES.find((one) => one === wanted);
    if (locale === undefined) throw badArgument('locale', `Give ${CATALOGUE_LOCALES.join(' or ')}.`);
    const definitions = this.definitions.get(locale) ?? this.definitionsIn(schema, locale);
    this.definitions.set(locale, definitions);
    return definitions;
  }

  @FieldResolver(() => String, { description: 'URL of a description of the code; requires no token.' })
  documentation(@Root() { code }: ErrorDefinitionType, @Ctx() { publicUrl }: RequestContext): string {
    return documentationOf(code, publicUrl);
  }

  private definitionsIn(schema: GraphQLSchema, locale: CatalogueLocale): readonly ErrorDefinitionType[] {
    const mutations = raisedBy(schema);
    return this.catalogue.map((row) => new ErrorDefinitionType(row, locale, mutations.get(row.type)));
  }
}
