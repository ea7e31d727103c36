/**
 * An address of PostgreSQL that may name several hosts, one of which is the primary:
 * `postgres://user:password@db1:5432,db2/database?sslmode=verify-full`.
 */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/\s]+@)?)([^/?@\s]+)(\/[^/?\s]+(?:\?\S*)?)$/
const HOST = /^(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/** Splits an address into one for each host; undefined if it is invalid. */
export function postgresAddresses(address: string): string[] | undefined {
  const [, before, hosts, rest] = ADDRESS.exec(address) ?? []
  if (before === undefined || hosts === undefined || rest === undefined) return undefined
  const names = hosts.split(',')
  if (!names.every((name) => HOST.test(name))) return undefined
  const each = names.map((name) => `${before}${name}${rest}`)
  return each.every((one) => URL.canParse(one)) ? each : undefined
}

/** The host and port of an address with one host, without secrets. */
export function postgresHost(address: string): string {
  return ADDRESS.exec(address)?.[2] ?? ''
}

const SSL_MODES: readonly string[] = ['verify-full', 'verify-ca', 'require', 'disable']
const PARAMETERS: readonly string[] = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'application_name',
]
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Returns the fault in the parameters of a valid address; undefined if there is none. Without
 * `sslmode`, or with a misspelt one, a password would be sent unencrypted. The text names the
 * parameter and never a value.
 */
export function postgresFault(address: string): string | undefined {
  const urls = (postgresAddresses(address) ?? []).map((one) => new URL(one))
  const { searchParams } = urls[0] ?? { searchParams: new URLSearchParams() }
  const names = [...searchParams.keys()]
  const unknown = names.find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined) return `there is no parameter ${unknown.slice(0, 32)}`
  const double = names.find((name, at) => names.indexOf(name) !== at)
  if (double !== undefined) return `the parameter ${double} is there twice`
  const mode = searchParams.get('sslmode')
  const isNear = urls.every(({ hostname }) => LOOPBACK.test(hostname))
  if (mode === null) {
    return isNear ? undefined : `say sslmode: one of ${SSL_MODES.join(', ')}`
  }
  return SSL_MODES.includes(mode) ? undefined : `sslmode must be one of ${SSL_MODES.join(', ')}`
}
