import { postgresAddresses, postgresHost } from '../../../engine/names/postgres-addresses.js'
import { LogError } from '../log.js'
import { type DatabaseSession, endSession, openSession, textOf } from './postgres-session.js'
import { IN_RECOVERY } from './postgres-settings.js'

/**
 * A host of an address: a session if the host is a primary with correct settings, otherwise its
 * fault.
 */
export interface Host {
  readonly name: string
  readonly session: DatabaseSession | undefined
  readonly isStandby: boolean
  readonly fault: string
}

export async function hostsOf(address: string): Promise<Host[]> {
  const each = (postgresAddresses(address) ?? []).map(async (url): Promise<Host> => {
    const name = postgresHost(url)
    try {
      return { name, session: await openSession(url), isStandby: false, fault: '' }
    } catch (error) {
      const why = textOf(error)
      const isStandby = why === IN_RECOVERY
      return { name, session: undefined, isStandby, fault: isStandby ? '' : why }
    }
  })
  return Promise.all(each)
}

export function endHosts(hosts: readonly Host[]): void {
  for (const { session } of hosts) if (session !== undefined) endSession(session)
}

/** Works on a session with the primary. If no host is one, throws the fault of each host. */
export async function onPrimary<T>(
  address: string,
  work: (session: DatabaseSession) => Promise<T>,
): Promise<T> {
  const hosts = await hostsOf(address)
  try {
    const primary = hosts.find(({ session }) => session !== undefined)?.session
    if (primary !== undefined) return await work(primary)
    const faults = hosts.map(({ name, fault }) => `${name}: ${fault === '' ? IN_RECOVERY : fault}`)
    throw new LogError(`no database can be worked with: ${faults.join('; ')}`)
  } finally {
    endHosts(hosts)
  }
}
