interface Server {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
}

/**
 * HAProxy before PostgreSQL: it leads to whichever Patroni says is the primary. Connections to one that no longer is are
 * ended, or a client would go on waiting there. A connection may rest for as long as it likes: the gateway's do.
 */
export function haproxySettings(port: number, servers: readonly Server[]): string {
  return `global
  maxconn 1000
defaults
  mode tcp
  retries 2
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map(({ name, port: to, restPort }) => `  server ${name} 127.0.0.1:${to} check port ${restPort}`).join('\n')}
`;
}
