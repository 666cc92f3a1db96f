/** For whom something is done, and under which correlation id. */
export interface Requester {
  readonly partnerId: string;
  readonly companyKey: string;
  readonly correlationId: string;
}
