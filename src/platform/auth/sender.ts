/** What a caller presents besides its token. */
export interface Sender {
  /** The header `DPoP` as it was sent. */
  readonly proof: string | undefined;
  readonly method: string;
  /** The URL of the request as its sender knows it, such as `https://gateway.example.com/graphql`. */
  readonly url: string;
  /** SHA-256 thumbprint, in base64url, of the client certificate of the connection. */
  readonly certificate: string | undefined;
}

/** A header in which proxies pass the certificate of their client, and the addresses from which it is trusted. */
export interface ForwardedCertificates {
  readonly header: string;
  /** Ranges such as `10.0.0.0/8`. */
  readonly proxies: readonly string[];
}
