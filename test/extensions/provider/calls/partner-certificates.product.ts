import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Provider } from '../../../../src/extensions/provider/calls/open-provider.ts';
import { clientCertificate } from '../../../support/client-certificate.ts';
import { OwnDatabase } from '../../../support/opened-database.ts';
import { ownCertificate } from '../../../support/own-certificate.ts';
import { TemporaryFolders } from '../../../support/temporary-folders.ts';
import { know, openClient, ProviderDouble, readCall } from './provider-double.ts';

const folders = new TemporaryFolders();
const trusted = getCACertificates('default');
let own: OwnDatabase;
let double: ProviderDouble;
let provider: Provider;

beforeAll(async () => {
  const files = ownCertificate(folders);
  const [cert, key] = [readFileSync(files.cert, 'utf8'), readFileSync(files.key, 'utf8')];
  setDefaultCACertificates([...trusted, cert]);
  const [acme, beta] = ['acme', 'beta'].map((name) => clientCertificate(folders, name));
  double = await ProviderDouble.start({ cert, key, requestCert: true, rejectUnauthorized: false });
  own = await OwnDatabase.open();
  if (acme === undefined || beta === undefined) throw new Error('A certificate was not made.');
  await know(own, 'ACME_PAY', { certificate: acme.cert, privateKey: acme.key });
  await know(own, 'BETA_PAY', { certificate: beta.cert, privateKey: beta.key });
  await know(own, 'GAMA_PAY');
  provider = openClient(own, double.url);
});
afterAll(async () => {
  await provider.client.close();
  await double.stop();
  await own.close();
  setDefaultCACertificates(trusted);
  folders.remove();
});

test('a call and its token request present the certificate of the partner, or none if it has none', async () => {
  const partners = ['ACME_PAY', 'BETA_PAY', 'GAMA_PAY', 'ACME_PAY'];
  for (const partnerId of partners)
    expect(await provider.client.call(readCall({ partnerId }))).toMatchObject({ kind: 'ANSWERED', status: 200 });
  const seen = (got: typeof double.calls) => got.map(({ client, shown }) => [client, shown]);
  expect(seen(double.calls)).toEqual([
    ['ACME_PAY', 'acme'],
    ['BETA_PAY', 'beta'],
    ['GAMA_PAY', undefined],
    ['ACME_PAY', 'acme'],
  ]);
  expect(double.tokenCalls.map(({ shown }) => shown)).toEqual(['acme', 'beta', undefined]);
});

test('a server whose certificate is not trusted gets no request', async () => {
  setDefaultCACertificates(trusted);
  const strict = openClient(own, double.url);
  const before = double.got.length;
  expect(await strict.client.call(readCall())).toMatchObject({ kind: 'NOT_SENT' });
  expect(double.got).toHaveLength(before);
  await strict.client.close();
});
