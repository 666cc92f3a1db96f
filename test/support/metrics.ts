import type { Gateway } from './gateway.ts';

/** Returns the value of a series; undefined while it does not exist. */
export async function reading(gateway: Gateway, series: string): Promise<number | undefined> {
  const text = await (await fetch(`${gateway.app.adminUrl}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}
