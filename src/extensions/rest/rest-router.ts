import type { IncomingMessage } from 'node:http';
import findMyWay from 'find-my-way';
import type { RequestContext } from '../../platform/requests/request-context.ts';
import type { FoundRoute, Handler, Routes } from '../../platform/http/http-server.ts';
import { BuiltRow, type Machinery } from './built-row.ts';
import { takesJson } from '../../platform/http/request-headers.ts';
import type { Cors } from '../../platform/http/cors.ts';
import { answerRest, RestEndpoint, type Answering, type RestEndpointOptions } from './rest-endpoint.ts';
import { errorAnswer, type RestAnswer } from './rest-error.ts';
import type { AnyRestRow, RestMethod } from './rest-row.ts';

const METHODS: readonly RestMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Maximum length of a path parameter, in characters: longer ones match no path. */
const PARAMETER_LENGTH_MAX = 200;

interface Route {
  readonly path: string;
  readonly handler: (parameters: Readonly<Record<string, string | undefined>>) => Handler;
}

export interface RestRouterOptions extends RestEndpointOptions {
  readonly cors: Cors;
  /** Descriptions of errors, by their exact paths: here with extra slashes too. */
  readonly errorPages: Routes;
}

/** Routes the paths of all rows, and answers all other paths. */
export class RestRouter {
  readonly built: readonly BuiltRow[];
  /** Extra slashes, as between a base and a path or at the end, are ignored. */
  private readonly router = findMyWay({
    maxParamLength: PARAMETER_LENGTH_MAX,
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
  });
  private readonly routes = new Map<unknown, Route>();
  private readonly roots = new Set<string>();
  private readonly endpoint: RestEndpoint;
  private readonly publicUrl: string;
  private readonly cors: Cors;

  constructor(rows: readonly AnyRestRow[], machinery: Machinery, options: RestRouterOptions) {
    this.endpoint = new RestEndpoint(options);
    this.publicUrl = options.surroundings.publicUrl;
    this.cors = options.cors;
    const answers = rows.map((row) => {
      const built = 'unbuilt' in row ? undefined : new BuiltRow(row, machinery);
      const answering: Answering = built ?? this.answeringNotBuilt(machinery);
      this.add(row.method, row.path, (parameters) => {
        const handler = this.endpoint.handler(parameters, answering);
        // What is not built has one answer, which no program can refuse.
        return built === undefined ? handler : this.accepting(handler);
      });
      return built;
    });
    this.built = answers.filter((built) => built !== undefined);
    this.add('GET', '/errors/{code}', ({ code = '' }) => {
      const page = options.errorPages[`/errors/${code}`]?.['GET'];
      return (
        page ??
        ((_request, response) => {
          answerRest(response, this.unknownPath('/errors/'));
        })
      );
    });
  }

  /**
   * Finds the handler of a request that has no exact path.
   *
   * @param methods those that its path is served with elsewhere
   */
  readonly find = (request: IncomingMessage, methods: readonly string[] = []): FoundRoute => {
    const { path, handler } = this.found(request, methods);
    return { path, handler: this.cors.around(handler) };
  };

  private found({ method = 'GET', url = '/' }: IncomingMessage, elsewhere: readonly string[]): FoundRoute {
    const [path = '/'] = url.split('?', 1);
    const wanted = METHODS.find((one) => one === (method === 'HEAD' ? 'GET' : method));
    const found = wanted && this.router.find(wanted, path);
    const route = found && this.routes.get(found.handler);
    if (found && route) return { path: route.path, handler: route.handler(found.params) };
    const own = METHODS.filter((one) => this.router.find(one, path) !== null);
    const allow = [...new Set([...elsewhere, ...own])].join(', ');
    if (own.length > 0 && method === 'OPTIONS') return { path: 'nothing', handler: this.cors.preflight(allow) };
    const refusal = allow === '' ? this.unknownPath(path) : this.otherMethod(allow, own.length > 0);
    return {
      path: 'nothing',
      handler: (request, response) => {
        this.endpoint.noteCorrelationId(request, response);
        answerRest(response, refusal);
      },
    };
  }

  /** Refuses what accepts no JSON before anything else of the request is looked at. */
  private accepting(handler: Handler): Handler {
    return (request, response) => {
      if (takesJson(request.headers.accept)) return handler(request, response);
      this.endpoint.noteCorrelationId(request, response);
      const item = { code: 'NOT_ACCEPTABLE', messages: ['This path answers with application/json: accept it.'] };
      answerRest(response, errorAnswer(406, [item], this.publicUrl));
    };
  }

  private add(method: RestMethod, path: string, handler: Route['handler']): void {
    // One function per route, which identifies the route.
    const mark = () => undefined;
    this.routes.set(mark, { path, handler });
    this.roots.add(rootOf(path));
    this.router.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), mark);
  }

  /** Reads no body: clients that only follow a link send none. */
  private answeringNotBuilt({ catalogue, runner }: Machinery): Answering {
    const code = 'NOT_IMPLEMENTED';
    const { status = 501, message = '' } = catalogue.find((entry) => entry.code === code) ?? {};
    const refusal = errorAnswer(status, [{ code, messages: [message] }], this.publicUrl);
    const answer = async (_request: unknown, context: RequestContext) => {
      await runner.admitUnserved(context);
      return refusal;
    };
    return { answer, hasNoBody: true };
  }

  /** Outside the paths of REST, the error has both formats: a client of either can be the caller. */
  private unknownPath(path: string): RestAnswer {
    const item = { code: 'NOT_FOUND', messages: ['Nothing is served at this path.'] };
    return errorAnswer(404, [this.roots.has(rootOf(path)) ? item : inBothFormats(item)], this.publicUrl);
  }

  private otherMethod(allow: string, isOurs: boolean): RestAnswer {
    const item = { code: 'METHOD_NOT_ALLOWED', messages: [`Use ${allow}.`] };
    return errorAnswer(405, [isOurs ? item : inBothFormats(item)], this.publicUrl, { allow });
  }
}

/** Returns an error that clients of GraphQL can read, too. */
function inBothFormats<Item extends { readonly code: string; readonly messages: readonly string[] }>(item: Item) {
  const { code, messages } = item;
  return { ...item, message: messages.join(' '), extensions: { code } };
}

/** Returns the first segment of a path, below which all paths are REST's, or none is. */
function rootOf(path: string): string {
  return path.split('/').find((part) => part !== '') ?? '';
}
