import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { fieldAt, fieldsOf } from '../../../../src/kernel/fields.ts';
import type { Got, ProviderDouble } from '../calls/provider-double.ts';
import { answer } from '../intents/before-another.ts';

/** The shapes of programs in use today, or those of some years ago, which they still read. */
export type Shapes = 'newer' | 'older';

const BANK = { ispb: '88880001', code: '888', name: 'Banco do Provedor S.A.' };
/** Pockets on a page of a list. */
const PAGE_SIZE = 10;
const PICTURE_TOKEN = { newer: () => randomBytes(16).toString('hex'), older: () => lettersOf(34) } as const;

function lettersOf(length: number): string {
  return Array.from(randomBytes(length), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
}

interface Account {
  readonly number: string;
  readonly document: string;
  status: string;
  readonly pockets: object[];
  readonly keys: { readonly type: unknown; readonly value: unknown; readonly at: string }[];
}

interface Picture {
  readonly token: string;
  readonly documentType: string;
  readonly documentSide: string;
  verdict: object;
}

/**
 * A provider, written from the page on the partner API in use and not from our REST: what it keeps, and how it shows that.
 * What it answers to a mutation is what programs in use expect, not more.
 */
export class StandIn {
  readonly accounts = new Map<string, Account>();
  readonly customers = new Map<string, { status: string; sent: unknown; readonly at: string; changedAt: string }>();
  readonly pictures = new Map<string, Picture[]>();
  /** Hashes and codes of its one-time codes, by the document that the header named. */
  readonly codes = new Map<string, { readonly hash: string; readonly code: string }>();
  /** Hashes that a right code has got. */
  readonly hashes = new Set<string>();
  shapes: Shapes = 'newer';
  /** Replaces the answer to a call: a status and a body; undefined: none is replaced. */
  instead: ((call: Got) => readonly [number, object | string] | undefined) | undefined;
  /** What it does is done, and its answer is lost. */
  losesAnswers = false;
  private readonly now: () => Date;

  constructor(double: ProviderDouble, now: () => Date) {
    this.now = now;
    double.answer = (got, response) => {
      this.serve(got, response);
    };
  }

  open(document: string): string {
    const number = String(900_000 + this.accounts.size);
    this.accounts.set(number, { number, document, status: 'ACTIVE', pockets: [], keys: [] });
    return number;
  }

  /** Gives an account a key or a pocket that another program has made. */
  addKey(number: string, type: string, value: string = randomUUID()): string {
    this.accounts.get(number)?.keys.push({ type, value, at: this.instant() });
    return value;
  }

  /** Takes a key from its account, as another program may do. */
  removeKey(value: string): void {
    for (const { keys } of this.accounts.values()) {
      const nth = keys.findIndex((key) => key.value === value);
      if (nth >= 0) keys.splice(nth, 1);
    }
  }

  addPocket(number: string, label: string): void {
    const user = { name: 'Ana Exemplo', document: { value: '10020030592', type: 'CPF' }, birthDate: '1990-01-31' };
    const account = this.accounts.get(number);
    account?.pockets.push(this.pocketOf(account, { user, currency: 'BRL', label, useCase: 'CORPORATE_EXPENSES' }));
  }

  /** An instant as it writes them. */
  instant(): string {
    const text = this.now().toISOString();
    return this.shapes === 'newer' ? text.replace('Z', '0000Z') : text.toLowerCase().replace('z', '+00:00');
  }

  private serve(got: Got, response: ServerResponse): void {
    const [status, body, headers = {}] = this.instead?.(got) ?? this.answerTo(got);
    if (this.losesAnswers && got.method !== 'GET') response.destroy();
    else answer(response, status, body, headers);
  }

  private answerTo(got: Got): readonly [number, object | string, Readonly<Record<string, string>>?] {
    const url = new URL(got.path, 'http://provider');
    // Of a key's path the second part is `entries`, not an id.
    const [resource, id = '', list] = url.pathname.slice(1).replace('pix/entries', 'pix//entries').split('/');
    if ((resource === 'pockets' || list === 'pockets') !== (got.headers['api-version'] === '2')) return refused(400);
    const account = this.accounts.get(id);
    switch (`${got.method} ${resource} ${list ?? ''}`.trim()) {
      case 'PUT customers':
        return this.register(id, got);
      case 'GET customers':
        return this.customer(id, url.searchParams.get('resultLevel') === 'DETAILED');
      case 'POST customers accounts':
        return this.openAccount(id, got);
      case 'GET customers accounts':
        return [
          200,
          [...this.accounts.values()].filter(({ document }) => document === id).map((one) => this.shown(one)),
        ];
      case 'GET accounts':
        return account ? [200, this.shown(account)] : refused(404);
      case 'POST accounts pockets':
        return account ? this.createPocket(account, got) : refused(404);
      case 'GET accounts pockets':
        return account ? this.pockets(account, url) : refused(404);
      case 'GET accounts addressing-keys':
        return account ? this.keys(account) : refused(404);
      case 'PATCH customers':
        return this.changeCustomer(id, fieldsOf(fieldAt(JSON.parse(got.body), 'data')));
      case 'PATCH customers cancel':
        return this.cancelCustomer(id, got);
      case 'PATCH accounts closure':
        return this.closeAccount(id, got);
      case 'DELETE pix entries':
        return this.deleteKey(decodeURIComponent(url.pathname.split('/')[3] ?? ''), got);
      case 'POST pix entries':
        return this.registerKey(got);
      case 'POST totp':
        return this.sendCode(got);
      case 'PATCH totp':
        return this.checkCode(got);
      case 'PUT document-analysis':
        return this.takePicture(id, got);
      case 'GET document-analysis':
        return this.analyses(id, url.searchParams.getAll('token'));
      default:
        return refused(404);
    }
  }

  private register(document: string, got: Got): ReturnType<StandIn['answerTo']> {
    const at = this.instant();
    const known = this.customers.get(document);
    if (known?.status === 'PENDING_APPROVAL') return refused(409, 'CUSTOMER_AWAIT_EVALUATION');
    this.customers.set(document, { status: 'PENDING_APPROVAL', sent: JSON.parse(got.body), at, changedAt: at });
    const headers = { location: `/customers/${document}` };
    return this.shapes === 'newer' ? [202, '', headers] : [202, [], headers];
  }

  /** The provider decides on a registration. */
  decide(document: string, status: string): void {
    const customer = this.customers.get(document);
    if (customer !== undefined) Object.assign(customer, { status, changedAt: this.instant() });
  }

  private changeCustomer(document: string, change: object): ReturnType<StandIn['answerTo']> {
    const customer = this.customers.get(document);
    if (customer === undefined) return refused(404);
    if (customer.status !== 'APPROVED') return refused(422, 'INVALID_CUSTOMER_STATUS');
    Object.assign(customer, { sent: { ...fieldsOf(customer.sent), ...change }, changedAt: this.instant() });
    return this.shapes === 'newer' ? [202, ''] : [200, []];
  }

  private cancelCustomer(document: string, { body }: Got): ReturnType<StandIn['answerTo']> {
    if (typeof fieldAt(JSON.parse(body), 'reason') !== 'string') return refused(400, 'INVALID_PARAMETER');
    if (!this.customers.has(document)) return refused(404);
    const isHolder = ({ document: holder, status }: Account) => holder === document && status === 'ACTIVE';
    if ([...this.accounts.values()].some(isHolder)) return refused(422, 'CUSTOMER_HAS_OPEN_ACCOUNTS');
    this.decide(document, 'CANCELED');
    return this.shapes === 'newer' ? [202, ''] : [202, []];
  }

  private closeAccount(number: string, { body }: Got): ReturnType<StandIn['answerTo']> {
    if (typeof fieldAt(JSON.parse(body), 'reason') !== 'string') return refused(400, 'INVALID_PARAMETER');
    const account = this.accounts.get(number);
    if (account === undefined) return refused(404);
    if (account.keys.length > 0) return refused(422, 'ACCOUNT_CANNOT_BE_CLOSED');
    account.status = 'CLOSED';
    return this.shapes === 'newer' ? [202, ''] : [202, []];
  }

  private deleteKey(value: string, { headers }: Got): ReturnType<StandIn['answerTo']> {
    const account = [...this.accounts.values()].find(({ keys }) => keys.some((key) => key.value === value));
    if (account === undefined) return refused(404);
    const user = headers['x-svc-pix-user-id'];
    if (user !== undefined && user !== account.document) return refused(403, 'PERMISSION_NOT_GRANTED');
    this.removeKey(value);
    return [204, ''];
  }

  private customer(document: string, isDetailed: boolean): ReturnType<StandIn['answerTo']> {
    const customer = this.customers.get(document);
    if (customer === undefined) return refused(404);
    const { documentation: _documentation, pep: _pep, birthDate, ...sent } = Object(customer.sent);
    const basic = {
      documentNumber: document,
      document: { value: document, type: 'CPF' },
      registerName: sent.registerName,
      birthDate: `${birthDate}T00:00:00${this.shapes === 'newer' ? 'Z' : '+00:00'}`,
      profile: isDetailed ? 'COMPLETE' : 'SIMPLE',
      status: customer.status,
      reasons: [],
      createdAt: customer.at,
      updatedAt: customer.changedAt,
    };
    return [200, isDetailed ? { ...sent, ...basic, isPoliticallyExposedPerson: false } : basic];
  }

  private openAccount(document: string, got: Got): ReturnType<StandIn['answerTo']> {
    if (fieldAt(JSON.parse(got.body || '{}'), 'accountType') !== 'PAYMENT_ACCOUNT') return refused(400);
    const number = this.open(document);
    const none = { amount: 0, currency: 'BRL' };
    const body = {
      balance: { available: none, inProcess: none, blocked: none },
      status: 'ACTIVE',
      branch: '0001',
      number,
    };
    return [201, body, { location: `/accounts/${number}` }];
  }

  private shown({ number, status: state }: Account): object {
    const [type, status] = this.shapes === 'newer' ? ['Payment', state] : ['payment', state.toLowerCase()];
    return { branch: '0001', number, status, type, bank: BANK, programId: randomUUID() };
  }

  private createPocket(account: Account, { body, headers }: Got): ReturnType<StandIn['answerTo']> {
    const { data, metadata = {} } = JSON.parse(body);
    const key = headers['idempotency-key'];
    const before = account.pockets.find((pocket) => fieldAt(pocket, 'key') === key);
    const pocket = before ?? { ...this.pocketOf(account, data), key };
    if (before === undefined) account.pockets.unshift(pocket);
    const replayed: Record<string, string> = before === undefined ? {} : { 'idempotent-replayed': 'true' };
    return [201, { data: { ...pocket, account: this.shown(account) }, links: [], metadata }, replayed];
  }

  private pocketOf({ number, pockets }: Account, data: object): object {
    const { currency } = Object(data);
    return {
      ...data,
      ...{ number: `${number}${1_000 + pockets.length}${currency}`, suffix: currency, type: `POCKET_${currency}` },
      ...{ status: 'ACTIVE', reason: 'HOLDER_REQUEST', category: 'STANDARD', createdAt: this.instant() },
    };
  }

  private pockets({ number, pockets }: Account, url: URL): ReturnType<StandIn['answerTo']> {
    const page = Number(url.searchParams.get('page') ?? 1);
    const data = pockets.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    if (this.shapes === 'newer') return [200, { data, meta: { page, pageSize: PAGE_SIZE, total: pockets.length } }];
    const next = { rel: 'next', url: `/accounts/${number}/pockets?page=${page + 1}`, method: 'GET' };
    return [200, { data, links: page * PAGE_SIZE < pockets.length ? [next] : [] }];
  }

  private registerKey(got: Got): ReturnType<StandIn['answerTo']> {
    const { addressingKey, account: of } = JSON.parse(got.body);
    const account = this.accounts.get(of.number);
    if (account === undefined) return refused(422, 'TARGET_ACCOUNT_DOES_NOT_EXIST');
    const { type, value = randomUUID() } = addressingKey;
    if (account.keys.some((key) => key.type === type && key.value === value))
      return refused(422, 'ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT');
    const hash = String(got.headers['x-svc-transactional-hash']);
    if ((type === 'EMAIL' || type === 'PHONE') && !this.hashes.delete(hash))
      return refused(422, 'ENTRY_TRANSACTIONAL_HASH_INVALID');
    const at = this.instant();
    account.keys.push({ type, value, at });
    if (this.shapes === 'newer') return [201, ''];
    const holder = { type: 'CUSTOMER', documentNumber: account.document, name: 'Ana Exemplo' };
    const { ispb, code: compe, name } = BANK;
    const shown = { branch: '0001', number: account.number, type: 'PAYMENT', holder, bank: { ispb, compe, name } };
    return [201, { addressingKey: { type, value }, account: shown, status: 'OWNED', createdAt: at, ownedAt: at }];
  }

  private keys({ keys }: Account): ReturnType<StandIn['answerTo']> {
    if (this.shapes === 'newer')
      return keys.length === 0 ? [204, ''] : [200, keys.map(({ type, value }) => ({ type, value }))];
    return [200, { data: keys.map(({ type, value, at }) => ({ type, value, status: 'OWNED', createdAt: at })) }];
  }

  private sendCode({ headers, body }: Got): ReturnType<StandIn['answerTo']> {
    const { context, operation, data } = JSON.parse(body);
    const user = String(headers['x-svc-user-id'] ?? '');
    if (!/^\d{11}(\d{3})?$/.test(user)) return refused(400, 'INVALID_USER_ID');
    if (context !== 'Pix' || operation !== 'RegisterEntry' || typeof fieldAt(data, 'addressingKey.value') !== 'string')
      return refused(400, 'INVALID_PARAMETER');
    const sent = { hash: randomBytes(32).toString('hex'), code: '041207' };
    this.codes.set(user, sent);
    return [201, sent];
  }

  private checkCode({ headers, body }: Got): ReturnType<StandIn['answerTo']> {
    const { hash, code } = JSON.parse(body);
    const sent = this.codes.get(String(headers['x-svc-user-id'] ?? ''));
    if (sent === undefined) return refused(400, 'INVALID_USER_ID');
    if (sent.hash !== hash) return refused(404, 'NOT_FOUND');
    if (sent.code !== code) return refused(422, 'ENTRY_TRANSACTIONAL_HASH_INVALID');
    const proof = createHash('sha256').update(hash).digest('hex');
    this.hashes.add(proof);
    return [
      200,
      { hash: proof, ...(this.shapes === 'newer' ? { expirationInSeconds: 300 } : { expireInSeconds: '300' }) },
    ];
  }

  private takePicture(document: string, got: Got): ReturnType<StandIn['answerTo']> {
    const partOf = (name: string) => new RegExp(`name="${name}"\\r\\n\\r\\n([A-Z]+)\\r\\n`).exec(got.body)?.[1] ?? '';
    const token = PICTURE_TOKEN[this.shapes]();
    const [documentType, documentSide] = [partOf('documentType'), partOf('documentSide')];
    const pictures = this.pictures.get(document) ?? [];
    this.pictures.set(document, [...pictures, { token, documentType, documentSide, verdict: { status: 'ANALYZING' } }]);
    return [202, { token }];
  }

  private analyses(document: string, tokens: readonly string[]): ReturnType<StandIn['answerTo']> {
    const pictures = (this.pictures.get(document) ?? []).filter(
      ({ token }) => tokens.length === 0 || tokens.includes(token),
    );
    return [200, pictures.map(({ verdict, ...picture }) => ({ ...picture, ...verdict, analyzedAt: this.instant() }))];
  }
}

/** A code alone, as one-time codes have it; for the others, a list. */
function refused(status: number, code?: string): readonly [number, object | string] {
  if (code === undefined) return [status, ''];
  const isBare = status === 400 || code === 'NOT_FOUND' || code === 'ENTRY_TRANSACTIONAL_HASH_INVALID';
  return [status, isBare ? { code } : { errors: [{ code, message: ['Refused.'] }], reference: 'about:blank' }];
}
