/** A quality value of RFC 9110, section 12.4.2. An invalid one counts as 0. */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/**
 * Whether an `Accept-Encoding` header accepts gzip, with at least the preference of uncompressed
 * content.
 */
export function takesGzip(header: string | undefined): boolean {
  return takes(header, ['gzip', 'x-gzip'])
}

/** True if the header accepts brotli, in the same way. */
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
