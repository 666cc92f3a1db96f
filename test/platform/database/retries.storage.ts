import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { CREATE_POCKET, createPocket, expectSuccess, pocketInput, setPocketLimit } from '../../support/pockets.ts';

/** More failures than a transaction has tries. */
const ALWAYS = 1_000;

let gateway: Gateway;

const sql = (text: string) => gateway.app.database.entityManager.getConnection().execute(text);

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
  await setPocketLimit(gateway, '200001', 1_000);
  await sql('create sequence losses');
});
afterEach(async () => {
  await sql('drop function lose cascade');
  await sql('alter sequence losses restart');
});
afterAll(() => gateway.stop());

/** Makes the next `count` inserts into a table fail with an SQLSTATE; the count survives a rollback. */
async function loseOn(table: string, state: string, count: number): Promise<void> {
  await sql(`create function lose() returns trigger language plpgsql security definer as $$ begin
    if nextval('losses') <= ${count} then raise exception 'as asked' using errcode = '${state}'; end if;
    return new;
  end $$`);
  await sql(`create trigger lose before insert on ${table} for each row execute function lose()`);
}

describe('a request whose transaction loses a race', () => {
  test.each([
    ['idempotency_key', '40001'],
    ['idempotency_key', '40P01'],
    ['pocket', '40001'],
    ['pocket', '40P01'],
    ['outbox', '40001'],
    ['outbox', '40P01'],
  ])('succeeds when the insert into %s fails with %s only at first', async (table, state) => {
    await loseOn(table, state, 2);
    const input = pocketInput();
    const first = await expectSuccess(createPocket(gateway, input));
    expect(first.replayed).toBe(false);
    const again = await expectSuccess(createPocket(gateway, input));
    expect(again).toMatchObject({ replayed: true, pocket: { number: first.pocket.number } });
  });

  test.each([
    ['idempotency_key', '40001'],
    ['pocket', '40P01'],
    ['idempotency_key', '55P03'],
    ['outbox', '57014'],
  ])('can be retried when the insert into %s fails with %s each time, and then succeeds', async (table, state) => {
    await loseOn(table, state, ALWAYS);
    const input = pocketInput({ idempotencyKey: randomUUID() });
    const { status, body } = await gateway.ask({ query: CREATE_POCKET, variables: { input } });
    expect(body.errors).toMatchObject([{ extensions: { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 } }]);
    expect(status).toBe(503);
    await sql(`drop trigger lose on ${table}`);
    expect(await expectSuccess(createPocket(gateway, input))).toMatchObject({ replayed: false });
  });
});
