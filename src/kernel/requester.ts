/** The partner that requests something, and the correlation id of the request. */
export interface Requester {
  readonly partnerId: string;
  readonly companyKey: string;
  readonly correlationId: string;
}
