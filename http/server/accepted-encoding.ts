/** A weight as RFC 9110 has it (12.4.2). One that is none counts as a no. */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/**
 * True when the sender of this `accept-encoding` takes gzip, and likes it no less than the bytes as they
 * are.
 */
export function takesGzip(header: string | undefined): boolean {
  return takes(header, ['gzip', 'x-gzip'])
}

/** The same of brotli. */
export function takesBrotli(header: string | undefined): boolean {
  return takes(header, ['br'])
}

function takes(header: string | undefined, names: readonly string[]): boolean {
  if (header === undefined) return false
  const weights = new Map<string, number>()
  for (const coding of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim())
    weights.set(name, weightIn(parameters))
  }
  const named = names.map((name) => weights.get(name)).find((weight) => weight !== undefined)
  const weight = named ?? weights.get('*') ?? 0
  return weight > 0 && weight >= (weights.get('identity') ?? 0)
}

function weightIn(parameters: readonly string[]): number {
  const given = parameters.find((one) => /^q\s*=/.test(one))
  if (given === undefined) return 1
  const text = given.slice(given.indexOf('=') + 1).trim()
  return WEIGHT.test(text) ? Number(text) : 0
}
