import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { Field, Info, Int, ObjectType, Query, registerEnumType, Resolver } from 'type-graphql';
import { ErrorOrigin } from '../../../kernel/domain-error.ts';
import { ErrorCode, type CatalogueEntry } from './error-catalogue.ts';
import { raisedBy } from './raised-by.ts';

registerEnumType(ErrorOrigin, {
  name: 'ErrorOrigin',
  description: 'Where a code comes from.',
  valuesConfig: {
    PARTNER_API: { description: 'The partner API that this gateway speaks for.' },
    GATEWAY: { description: 'This gateway, where the partner API has no code.' },
  },
});

@ObjectType('ErrorDefinition', { description: 'A row of the error catalogue.', simpleResolvers: true })
class ErrorDefinitionType {
  @Field(() => ErrorCode, { description: 'The code itself, such as ACCOUNT_NOT_FOUND.' })
  readonly code: string;

  @Field(() => Int, { description: 'The HTTP status that the partner API answers with.' })
  readonly status: number;

  @Field(() => String, { description: 'Name of the GraphQL type, such as `AccountNotFoundError`.' })
  readonly type: string;

  @Field(() => String, { description: 'The message; placeholders stand in angle brackets.' })
  readonly message: string;

  @Field(() => String, { description: 'When it is raised, in a sentence.' })
  readonly condition: string;

  @Field(() => [String], { description: 'The mutations whose result may be this error, such as `["createPocket"]`.' })
  readonly raisedBy: readonly string[];

  @Field(() => ErrorOrigin, { description: 'Where the code comes from.' })
  readonly origin: ErrorOrigin;

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

@Resolver()
export class ErrorCatalogueResolver {
  /** Made when they are first asked for: by then there is a schema. */
  private definitions: readonly ErrorDefinitionType[] | undefined;
  private readonly catalogue: readonly CatalogueEntry[];

  constructor(catalogue: readonly CatalogueEntry[]) {
    this.catalogue = catalogue;
  }

  @Query(() => [ErrorDefinitionType], { description: 'Every refusal there is. Needs no token.' })
  errorCatalogue(@Info() { schema }: GraphQLResolveInfo): readonly ErrorDefinitionType[] {
    this.definitions ??= this.definitionsIn(schema);
    return this.definitions;
  }

  private definitionsIn(schema: GraphQLSchema): readonly ErrorDefinitionType[] {
    const mutations = raisedBy(schema);
    return this.catalogue.map((row) => new ErrorDefinitionType(row, mutations.get(row.type) ?? []));
  }
}
