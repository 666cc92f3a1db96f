import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import {
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
import { Origin } from '../../../kernel/origin.ts';
import type { RequestContext } from '../operations/request-context.ts';
import { documentationOf, ErrorCode, type CatalogueEntry } from './error-catalogue.ts';
import { raisedBy } from './raised-by.ts';

registerEnumType(Origin, {
  name: 'ErrorOrigin',
  description: 'Origin of a code.',
  valuesConfig: {
    PARTNER_API: { description: 'The partner API.' },
    GATEWAY: { description: 'This gateway, if the partner API has no code.' },
  },
});

@ObjectType('ErrorDefinition', { description: 'An entry of the error catalogue.', simpleResolvers: true })
class ErrorDefinitionType {
  @Field(() => ErrorCode, { description: 'The code itself, such as ACCOUNT_NOT_FOUND.' })
  readonly code: string;

  @Field(() => Int, { description: 'HTTP status in the partner API.' })
  readonly status: number;

  @Field(() => String, { description: 'Name of the GraphQL type, such as `AccountNotFoundError`.' })
  readonly type: string;

  @Field(() => String, { description: 'The message, with placeholders in angle brackets.' })
  readonly message: string;

  @Field(() => String, { description: 'When it is raised, in one sentence.' })
  readonly condition: string;

  @Field(() => [String], { description: 'Mutations that can return this error, such as `["createPocket"]`.' })
  readonly raisedBy: readonly string[];

  @Field(() => Origin, { description: 'Origin of the code.' })
  readonly origin: Origin;

  constructor(row: CatalogueEntry, mutations: readonly string[]) {
    this.code = row.code;
    this.status = row.status;
    this.type = row.type;
    this.message = row.message;
    this.condition = `${row.condition.charAt(0).toUpperCase()}${row.condition.slice(1)}.`;
    this.raisedBy = mutations;
    this.origin = row.origin;
  }
}

@Resolver(() => ErrorDefinitionType)
export class ErrorCatalogueResolver {
  /** Created on first use, when there is a schema. */
  private definitions: readonly ErrorDefinitionType[] | undefined;
  private readonly catalogue: readonly CatalogueEntry[];

  constructor(catalogue: readonly CatalogueEntry[]) {
    this.catalogue = catalogue;
  }

  @Query(() => [ErrorDefinitionType], { description: 'All error codes. Requires no token.' })
  errorCatalogue(@Info() { schema }: GraphQLResolveInfo): readonly ErrorDefinitionType[] {
    this.definitions ??= this.definitionsIn(schema);
    return this.definitions;
  }

  @FieldResolver(() => String, { description: 'URL of a description of the code; requires no token.' })
  documentation(@Root() { code }: ErrorDefinitionType, @Ctx() { publicUrl }: RequestContext): string {
    return documentationOf(code, publicUrl);
  }

  private definitionsIn(schema: GraphQLSchema): readonly ErrorDefinitionType[] {
    const mutations = raisedBy(schema);
    return this.catalogue.map((row) => new ErrorDefinitionType(row, mutations.get(row.type) ?? []));
  }
}
