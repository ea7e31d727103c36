/**
 * An address of PostgreSQL that may name several hosts, one of which is the primary:
 * `postgres://user:password@db1:5432,db2/database?sslmode=verify-full`.
 */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/\s]+@)?)([^/?@\s]+)(\/[^/?\s]+(?:\?\S*)?)$/
const HOST = /^(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/** One address for each of the hosts; undefined where it is none. */
export function postgresAddresses(address: string): string[] | undefined {
  const [, before, hosts, rest] = ADDRESS.exec(address) ?? []
  if (before === undefined || hosts === undefined || rest === undefined) return undefined
  const names = hosts.split(',')
  if (!names.every((name) => HOST.test(name))) return undefined
  const each = names.map((name) => `${before}${name}${rest}`)
  return each.every((one) => URL.canParse(one)) ? each : undefined
}

/** The host and port that an address of one host names, which may be told to people. */
export function postgresHost(address: string): string {
  return ADDRESS.exec(address)?.[2] ?? ''
}
