import type { Logger } from '../observability/logger.ts';
import { hostCheck } from './host-check.ts';
import { CannotListen, HttpServer, type Routes } from './http-server.ts';

/** Port of the metrics unless ADMIN_PORT is set: one that Prometheus allocates to exporters. */
const PORT_DEFAULT = 9464;

export interface AdminAddress {
  readonly host: string;
  /** Undefined: the default port, or any free one if another process has it. */
  readonly port: number | undefined;
}

/** A server next to the public one, for operators of the process only. */
export class AdminServer {
  /** Such as `http://127.0.0.1:9464`. */
  readonly url: string;
  readonly server: HttpServer;
  private readonly host: string;

  private constructor(server: HttpServer, host: string, port: number) {
    this.server = server;
    this.host = host;
    this.url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  }

  /** @throws CannotListen if the given port is in use */
  static async listen({ host, port }: AdminAddress, logger: Logger): Promise<AdminServer> {
    const server = new HttpServer(logger);
    const listened = port === undefined ? await listenSomewhere(server, host) : await server.listen(port, host);
    return new AdminServer(server, host, listened);
  }

  serve(routes: Routes): void {
    this.server.serve({ routes, allowsHost: hostCheck({ host: this.host, publicUrl: undefined }) });
  }
}

async function listenSomewhere(server: HttpServer, host: string): Promise<number> {
  try {
    return await server.listen(PORT_DEFAULT, host);
  } catch (error) {
    if (!(error instanceof CannotListen) || error.code !== 'EADDRINUSE') throw error;
    return server.listen(0, host);
  }
}
