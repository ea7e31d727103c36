import { postgresAddresses } from '../engine/names/postgres-addresses.js'

/**
 * Checks Patroni on each host of the database URL by its own HTTP port.
 *
 * P1. Before version 4.1 Patroni may promote a database that lacks confirmed data, so that is a
 *     problem.
 * - Databases without Patroni are switched manually (docs/operate/postgres-by-hand.md), which is
 *   fine.
 * P3. Any program may answer on that port: the check waits two seconds and reads at most 64 KiB.
 */
const PORT = 8008
const WAIT_MS = 2_000
const BYTES_MAX = 64 * 1024
/** The lowest version of Patroni that is safe (P1). */
const NEEDED = [4, 1] as const
const WORD = /^[\w.-]{1,40}$/

interface MemberStatus {
  readonly line: string
  readonly isGood: boolean
}

/** The state of Patroni on each host of the address, without hosts on which none answers. */
export async function patroniLines(address: string, port = PORT): Promise<MemberStatus[]> {
  const hosts = (postgresAddresses(address) ?? []).map((one) => new URL(one).hostname)
  const told = await Promise.all([...new Set(hosts)].map((host) => patroniAt(host, port)))
  return told.filter((one) => one !== undefined)
}

async function patroniAt(host: string, port: number): Promise<MemberStatus | undefined> {
  const text = await textAt(`http://${host}:${port}/patroni`)
  const found = text === undefined ? undefined : toldIn(text)
  if (found === undefined) return undefined
  const { version, role, isPaused } = found
  const line = `patroni ${host}: ${version}, ${role}`
  if (!isNeeded(version)) {
    return {
      line: `${line}; 4.1 or newer is needed, this one may lose what was confirmed`,
      isGood: false,
    }
  }
  if (isPaused) return { line: `${line}; paused: it moves nothing`, isGood: false }
  return { line, isGood: true }
}

/** Reads an answer within the limits (P3). */
async function textAt(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS), redirect: 'error' })
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of answer.body ?? []) {
      bytes += part.length
      if (bytes > BYTES_MAX) return undefined
      parts.push(part)
    }
    return Buffer.concat(parts).toString('utf8')
  } catch {
    return undefined
  }
}

function toldIn(text: string) {
  try {
    const told = JSON.parse(text) as {
      readonly role?: unknown
      readonly pause?: unknown
      readonly patroni?: { readonly version?: unknown }
    }
    const { role, pause, patroni } = told
    const version = patroni?.version
    if (typeof version !== 'string' || typeof role !== 'string') return undefined
    if (!WORD.test(version) || !WORD.test(role)) return undefined
    return { version, role, isPaused: pause === true }
  } catch {
    return undefined
  }
}

function isNeeded(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}
