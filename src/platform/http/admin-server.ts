import type { Logger } from '../observability/logger.ts';
import { hostCheck } from './host-check.ts';
import { CannotListen, HttpServer, type Routes } from './http-server.ts';

/** Where metrics are served unless ADMIN_PORT says otherwise: the port that Prometheus keeps for exporters. */
const PORT_DEFAULT = 9464;

export interface AdminAddress {
  readonly host: string;
  /** Undefined: the usual one, or any that is free where another process has it. */
  readonly port: number | undefined;
}

/** A server beside the public one, for those who run the process: it answers nobody else. */
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

  /** @throws CannotListen where the port is taken that was asked for */
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
