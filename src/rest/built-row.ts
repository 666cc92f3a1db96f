import type { GraphQLSchema } from 'graphql';
import {
  badParameters,
  unsupportedApiVersion,
  type BadParameter,
} from '../platform/graphql/operations/client-error.ts';
import type { OperationRunner } from '../platform/graphql/operations/operation-runner.ts';
import type { RequestContext } from '../platform/graphql/operations/request-context.ts';
import type { CatalogueEntry } from '../platform/graphql/vocabulary/error-catalogue.ts';
import { DescribedRow } from './described-row.ts';
import { linksOf, readPage, type AskedPage } from './pages.ts';
import type { RestRequest } from './request-reader.ts';
import { errorAnswer, refusalAnswer, requestErrorAnswer, type RestAnswer, type Told } from './rest-error.ts';
import { fieldAt, fieldsOf } from '../kernel/fields.ts';
import type { Member, RestRow, Variables } from './rest-row.ts';
import { partOf, written } from './shape.ts';

export interface Machinery {
  readonly schema: GraphQLSchema;
  readonly runner: OperationRunner;
  readonly catalogue: readonly CatalogueEntry[];
}

/** A row that is served: what it answers to a request. */
export class BuiltRow extends DescribedRow {
  private readonly machinery: Machinery;

  /** @throws Error for a row that does not fit the schema */
  constructor(row: RestRow, machinery: Machinery) {
    super(row, machinery.schema);
    this.machinery = machinery;
    machinery.runner.compile(this.operation);
  }

  get file(): string | undefined {
    return this.row.file;
  }

  get hasNoBody(): boolean {
    return this.row.places.every((place) => place.in !== 'body');
  }

  /** Runs the field for a request, as a persisted document of it would be run. */
  async answer(request: RestRequest, context: RequestContext): Promise<RestAnswer> {
    const { row, reader, operation } = this;
    const { variables: read, violations: found } = reader.read(request);
    const violations = [...missingVersion(request), ...found];
    const page = row.paged && readPage(request.query, violations);
    const variables = page ? { ...read, first: page.pageSize } : read;
    const seeking = { isBeyond: false };
    const prepare = async () => {
      this.demandVersion(request.header('api-version'));
      if (violations.length > 0) throw badParameters(violations);
      const after = page && (await this.cursorOf(page, variables, context, seeking));
      return after === undefined ? variables : { ...variables, after };
    };
    const admitted = violations.length > 0 ? {} : variables;
    const answer = await this.machinery.runner.answer(
      operation,
      admitted,
      { ...context, apiVersion: undefined },
      prepare,
    );
    const told: Told = { publicUrl: context.publicUrl, nameOf: (at) => this.nameOf(at) };
    const result = answer.result.data?.[row.field];
    if (answer.result.errors !== undefined) return requestErrorAnswer(answer, told);
    if (result === null || result === undefined) return this.absent(request, told);
    const fields = fieldsOf(result);
    if (this.refusals.has(String(fields['__typename']))) return refusalAnswer(fields, told);
    return page === undefined
      ? this.success(fields, request, context)
      : this.list(seeking.isBeyond ? { ...fields, data: [], pageInfo: {} } : fields, page, { request, context });
  }

  private demandVersion(header: string | undefined): void {
    const { version } = this.row;
    if (header && header.trim() !== String(version) && header.trim() !== `${version}.0`)
      throw unsupportedApiVersion(`This operation is served at api-version ${version} or ${version}.0.`);
  }

  /** The cursor that a page begins after; undefined: at the start of the list. */
  private async cursorOf(
    { page, pageSize, cursor }: AskedPage,
    variables: Variables,
    context: RequestContext,
    seeking: { isBeyond: boolean },
  ): Promise<string | undefined> {
    const skip = (page - 1) * pageSize;
    if (cursor !== undefined || skip === 0 || this.row.paged === undefined) return cursor;
    const sought = await this.row.paged.seek(context, variables, skip);
    if (sought === 'too deep')
      throw badParameters([{ name: 'page', message: 'Follow the links, or narrow the period.' }]);
    if (typeof sought === 'object') return sought.after;
    seeking.isBeyond = true;
    return undefined;
  }

  private nameOf(at: string): string {
    if (this.row.paged !== undefined && (at === 'after' || at === 'first'))
      return at === 'after' ? 'cursor' : 'pageSize';
    return this.reader.nameOf(at);
  }

  private absent({ path }: RestRequest, { publicUrl }: Told): RestAnswer {
    const { code = 'INTERNAL_SERVER_ERROR', names = '' } = this.row.absent ?? {};
    const entry = this.machinery.catalogue.find((one) => one.code === code);
    const message = entry?.message ?? 'Internal server error.';
    const item = { code, propertyName: names, messages: [message], details: { [names]: path[names] } };
    return errorAnswer(entry?.status ?? 500, [item], publicUrl);
  }

  private success(
    result: Readonly<Record<string, unknown>>,
    request: RestRequest,
    context: RequestContext,
  ): RestAnswer {
    const { row } = this;
    const body = this.body(result, context);
    return {
      status: row.success,
      headers: {
        ...(result['replayed'] === true && { 'idempotent-replayed': 'true' }),
        ...(row.located && { location: addressOf(row.path, request, context.publicUrl) }),
      },
      ...(body && { body }),
    };
  }

  private body(
    result: Readonly<Record<string, unknown>>,
    { publicUrl, clock }: RequestContext,
  ): Readonly<Record<string, unknown>> | undefined {
    const { body, spelling = {} } = this.row;
    const part = (from: string, without: readonly string[] = []) =>
      written(fieldAt(result, from), partOf(this.shape, from, without), spelling);
    if (body === undefined) return undefined;
    if ('whole' in body) return fieldsOf(part(body.whole));
    const surrounding = { publicUrl, now: clock.now() };
    const member = (one: Member): unknown => {
      if ('constant' in one) return one.constant;
      if ('make' in one) return one.make(result, surrounding);
      return part(one.from, one.without) ?? one.orElse ?? null;
    };
    const entries = body
      .map((one) => [one.name, member(one)] as const)
      .filter(([name, value]) => value !== null || spelling.optional?.includes(name) !== true);
    return Object.fromEntries(entries);
  }

  private list(
    connection: Readonly<Record<string, unknown>>,
    page: AskedPage,
    { request, context }: { readonly request: RestRequest; readonly context: RequestContext },
  ): RestAnswer {
    const { row, shape } = this;
    const data = written(connection['data'], partOf(shape, 'data'), row.spelling ?? {});
    const address = addressOf(row.path, request, context.publicUrl);
    const links = linksOf(row.paged ?? {}, page, { address, query: knownQuery(this, request), connection });
    const meta = { page: page.page, pageSize: page.pageSize, total: connection['totalCount'] };
    return { status: row.success, headers: {}, body: { data, links, meta } };
  }
}

function missingVersion(request: RestRequest): readonly BadParameter[] {
  return request.header('api-version') ? [] : [{ name: 'api-version', message: 'api-version is required.' }];
}

/** The parameters of a list that it knows: what else was sent is in no link. */
function knownQuery({ row }: BuiltRow, { query }: RestRequest): URLSearchParams {
  const names = row.places.filter((place) => place.in === 'query').map(({ name }) => name);
  return new URLSearchParams(
    names.flatMap((name): [string, string][] => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

function addressOf(template: string, { path }: RestRequest, publicUrl: string): string {
  return publicUrl + template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''));
}
