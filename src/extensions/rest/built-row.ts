import type { GraphQLSchema } from 'graphql';
import { badParameters, unsupportedApiVersion, type BadParameter } from '../../platform/graphql/errors/client-error.ts';
import type { OperationRunner } from '../../platform/requests/operation-runner.ts';
import { apiVersionIn } from '../../platform/requests/api-version.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { RequestContext } from '../../platform/requests/request-context.ts';
import type { CatalogueEntry } from '../../platform/graphql/vocabulary/error-catalogue.ts';
import { DescribedRow } from './described-row.ts';
import { linksOf, readPage, type RequestedPage } from './pages.ts';
import type { RestRequest } from './request-reader.ts';
import {
  bareAnswer,
  errorAnswer,
  refusalAnswer,
  requestErrorAnswer,
  type RestAnswer,
  type Wording,
} from './rest-error.ts';
import { fieldAt, fieldsOf } from '../../kernel/fields.ts';
import type { Member, RestRow, Surrounding, Variables } from './rest-row.ts';
import { partOf, writerOf, type Write } from './shape.ts';

export interface Machinery {
  readonly schema: GraphQLSchema;
  readonly runner: OperationRunner;
  readonly catalogue: readonly CatalogueEntry[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Name of the items of a root field that is a list. */
const ITEMS = '';

/** A row that is served: it answers requests. */
export class BuiltRow extends DescribedRow {
  private readonly machinery: Machinery;
  private readonly writeBody: (result: Fields, context: RequestContext) => object | undefined;
  private readonly writeItems: Write | undefined;

  /** @throws Error for a row that does not fit the schema */
  constructor(row: RestRow, machinery: Machinery) {
    super(row, machinery.schema, machinery.catalogue);
    this.machinery = machinery;
    machinery.runner.compile(this.operation);
    this.writeBody = this.bodyWriter();
    this.writeItems = row.paged && this.itemsWriter(row.paged);
  }

  get file(): string | undefined {
    return this.row.file;
  }

  get hasNoBody(): boolean {
    return this.row.only === undefined && this.row.places.every((place) => place.in !== 'body');
  }

  /** Runs the field for a request, in the same way as a persisted document. */
  async answer(request: RestRequest, context: RequestContext): Promise<RestAnswer> {
    const answer = await this.run(request, context);
    const { bareErrors } = this.row;
    return bareErrors !== undefined && answer.status >= 400 ? bareAnswer(answer, bareErrors) : answer;
  }

  private async run(request: RestRequest, context: RequestContext): Promise<RestAnswer> {
    const { row, reader, operation } = this;
    const { variables: read, violations: found } = reader.read(request, context.random);
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
    const principal = this.permitted(context.principal);
    const answer = await this.machinery.runner.answer(
      operation,
      admitted,
      { ...context, principal, apiVersion: undefined, isPartnerApi: true },
      prepare,
    );
    const wording: Wording = { publicUrl: context.publicUrl, nameOf: (at) => this.nameOf(at) };
    const result = answer.result.data?.[row.field];
    if (answer.result.errors !== undefined) return requestErrorAnswer(answer, wording);
    if (result === null || result === undefined) return this.absent(request, wording);
    const fields = Array.isArray(result) ? { [ITEMS]: result } : fieldsOf(result);
    if (this.refusals.has(String(fields['__typename']))) return refusalAnswer(fields, wording);
    const code = row.refuses?.codeOf(fields, request.path);
    if (code !== undefined) return this.refused({ code, names: row.refuses?.names ?? '' }, request, wording);
    if (page === undefined) return this.success(fields, request, context);
    const connection = row.paged?.at === undefined ? fields : fieldsOf(fieldAt(fields, row.paged.at));
    const shown = seeking.isBeyond ? { ...connection, data: [], pageInfo: {} } : connection;
    return this.list(shown, page, { request, context });
  }

  /** Whether a token with these scopes may use the path. */
  permits(scopes: ReadonlySet<string>): boolean {
    const { enough } = this.row;
    return (enough !== undefined && scopes.has(enough)) || this.scopes.every((scope) => scopes.has(scope));
  }

  /** Gives a token whose scope is enough for this path what the field demands. */
  private permitted(principal: Principal | undefined): Principal | undefined {
    const { enough } = this.row;
    if (principal === undefined || enough === undefined || !principal.scopes.has(enough)) return principal;
    return { ...principal, scopes: new Set([...principal.scopes, ...this.scopes]) };
  }

  private demandVersion(header: string | undefined): void {
    const { version } = this.row;
    if (header && apiVersionIn(header) !== version)
      throw unsupportedApiVersion(`This operation is served at api-version ${version} or ${version}.0.`);
  }

  /** Returns the cursor that a page begins after; undefined at the start of the list. */
  private async cursorOf(
    { page, pageSize, cursor }: RequestedPage,
    variables: Variables,
    context: RequestContext,
    seeking: { isBeyond: boolean },
  ): Promise<string | undefined> {
    const skip = (page - 1) * pageSize;
    if (cursor !== undefined || skip === 0 || this.row.paged === undefined) return cursor;
    const sought = await this.row.paged.seek(context, variables, skip);
    if (sought === 'too deep')
      throw badParameters([{ name: 'page', code: 'RANGE', message: 'Follow the links, or narrow the period.' }]);
    if (typeof sought === 'object') return sought.after;
    seeking.isBeyond = true;
    return undefined;
  }

  private nameOf(at: string): string {
    if (this.row.paged !== undefined && (at === 'after' || at === 'first'))
      return at === 'after' ? 'cursor' : 'pageSize';
    return this.reader.nameOf(at);
  }

  private absent(request: RestRequest, wording: Wording): RestAnswer {
    const { code = 'INTERNAL_SERVER_ERROR', names = '' } = this.row.absent ?? {};
    return this.refused({ code, names }, request, wording);
  }

  /** Returns an error of the row itself. */
  private refused(
    { code, names }: { readonly code: string; readonly names: string },
    { path, query }: RestRequest,
    { publicUrl }: Wording,
  ): RestAnswer {
    const entry = this.machinery.catalogue.find((one) => one.code === code);
    const message = entry?.message ?? 'Internal server error.';
    const item = {
      code,
      propertyName: names,
      messages: [message],
      details: { [names]: path[names] ?? query.get(names) },
    };
    return errorAnswer(entry?.status ?? 500, [item], publicUrl);
  }

  private success(result: Fields, request: RestRequest, context: RequestContext): RestAnswer {
    const { row } = this;
    const body = this.writeBody(result, context);
    return {
      status: row.success,
      headers: {
        ...(result['replayed'] === true && { 'idempotent-replayed': 'true' }),
        ...(row.located !== undefined && { location: addressOf(row.located, request, context.publicUrl, result) }),
      },
      ...(body && { body }),
    };
  }

  private bodyWriter(): (result: Fields, context: RequestContext) => object | undefined {
    const { body, spelling = {} } = this.row;
    const part = (from: string, without: readonly string[] = []): Write => {
      const write = writerOf(partOf(this.shape, from, without), spelling);
      return (result) => write(fieldAt(result, from));
    };
    if (body === undefined) return () => undefined;
    if ('each' in body) return (result) => listAt(result, body.each).map((item) => body.make(fieldsOf(item)));
    if ('whole' in body) {
      const write = part(body.whole, body.without);
      const { added } = body;
      if (added === undefined) return (result) => objectOf(write(result));
      return (result) => ({
        ...objectOf(write(result)),
        ...Object.fromEntries(added.map(({ name, make }) => [name, make(result)])),
      });
    }
    const members = body.map((member) => ({ name: member.name, write: memberWriter(member, part) }));
    return (result, { publicUrl, clock, random }) => {
      const surrounding = { publicUrl, now: clock.now(), random };
      const entries = members
        .map(({ name, write }) => [name, write(result, surrounding)] as const)
        .filter(([name, value]) => value !== null || spelling.optional?.includes(name) !== true);
      return Object.fromEntries(entries);
    };
  }

  private itemsWriter({ at, item }: NonNullable<RestRow['paged']>): Write {
    if (item === undefined) {
      const way = at === undefined ? 'data' : `${at}.data`;
      return writerOf(partOf(this.shape, way), this.row.spelling ?? {});
    }
    return (items) => (Array.isArray(items) ? items.map((one) => item.make(fieldsOf(one))) : items);
  }

  private list(
    connection: Fields,
    page: RequestedPage,
    { request, context }: { readonly request: RestRequest; readonly context: RequestContext },
  ): RestAnswer {
    const { row } = this;
    const data = this.writeItems?.(connection['data']);
    const address = addressOf(row.path, request, context.publicUrl);
    const links = linksOf(row.paged ?? {}, page, { address, query: knownQuery(this, request), connection });
    const meta = { page: page.page, pageSize: page.pageSize, total: connection['totalCount'] };
    return { status: row.success, headers: {}, body: { data, links, meta } };
  }
}

/** Returns a body as it is if it is a list. */
function objectOf(written: unknown): object {
  return Array.isArray(written) ? written : fieldsOf(written);
}

function listAt(result: Fields, way: string): readonly unknown[] {
  const items = way === ITEMS ? result[ITEMS] : fieldAt(result, way);
  return Array.isArray(items) ? items : [];
}

type WriteMember = (result: Fields, surrounding: Surrounding) => unknown;

function memberWriter(member: Member, part: (from: string, without?: readonly string[]) => Write): WriteMember {
  if ('constant' in member) return () => member.constant;
  if ('make' in member) return member.make;
  const write = part(member.from, member.without);
  return (result) => write(result) ?? member.orElse ?? null;
}

function missingVersion(request: RestRequest): readonly BadParameter[] {
  return request.header('api-version')
    ? []
    : [{ name: 'api-version', code: 'REQUIRED', message: 'api-version is required.' }];
}

/** The parameters that a list knows: others that were sent are in no link. */
function knownQuery({ row }: BuiltRow, { query }: RestRequest): URLSearchParams {
  const names = row.places.filter((place) => place.in === 'query').map(({ name }) => name);
  return new URLSearchParams(
    names.flatMap((name): [string, string][] => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

function addressOf(template: string, { path }: RestRequest, publicUrl: string, result: Fields = {}): string {
  const valueOf = (name: string) => path[name] ?? fieldAt(result, name);
  return (
    publicUrl + template.replaceAll(/\{([\w.]+)\}/g, (_all, name: string) => encodeURIComponent(String(valueOf(name))))
  );
}
