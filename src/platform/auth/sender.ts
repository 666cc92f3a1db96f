/** What a caller shows beside its token. */
export interface Sender {
  /** The header `DPoP` as it was sent. */
  readonly proof: string | undefined;
  readonly method: string;
  /** Where the request went, as its sender calls it, such as `https://gateway.example.com/graphql`. */
  readonly url: string;
  /** SHA-256 thumbprint, in base64url, of the client certificate that the connection has shown. */
  readonly certificate: string | undefined;
}
