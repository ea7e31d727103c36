import type { Logger } from '../actors/thread/logger.js'

/** The supported Node versions: each major version with its lowest minor version. */
export const NODES: readonly (readonly [major: number, minor: number])[] = [
  [20, 15],
  [22, 0],
  [24, 0],
]
/** Node 24 uses a build of the socket library that needs this glibc version. */
const GLIBC_OF_24 = [2, 38] as const

/** Explains which Node version is needed; undefined if this one is supported. */
export function whyNodeDoesNotFit(version: string, glibc: string | undefined): string | undefined {
  const [major = 0, minor = 0] = numbers(version)
  const lowest = NODES.find(([one]) => one === major)?.[1]
  if (lowest === undefined || minor < lowest) {
    return `the server runs on Node 20 (from 20.15 on), 22 and 24. This is Node ${version}: install one of them`
  }
  if (major < 24 || glibc === undefined) return undefined
  const [first = 0, second = 0] = numbers(glibc)
  if (first > GLIBC_OF_24[0] || (first === GLIBC_OF_24[0] && second >= GLIBC_OF_24[1]))
    return undefined
  return `Node 24 needs glibc ${GLIBC_OF_24.join('.')}, which Debian 13 and Ubuntu 24.04 have. This system has ${glibc}: use Node 22 here`
}

/** Warns if this version of Node gets no security fixes any more. */
export function warnOfOldNode(version: string, logger: Pick<Logger, 'warn'>): void {
  if (numbers(version)[0] !== 20) return
  const told = { node: version, fixes_until: '2026-04', recommended: 24 }
  logger.warn(told, 'Node 20 gets no security fixes any more: install Node 24')
}

function numbers(version: string): readonly number[] {
  return version.split('.').map(Number)
}
