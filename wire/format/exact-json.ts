/** Serializes data with rates, which are bigints, for another thread. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value, (_name, one) => (typeof one === 'bigint' ? String(one) : one))
}

const RATES: ReadonlySet<string> = new Set(['rateMargin', 'rateProfit'])

export function fromExactJson<T>(text: string): T {
  return JSON.parse(text, (name, value) => (RATES.has(name) ? BigInt(value) : value)) as T
}
