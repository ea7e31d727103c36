import type { Refusal } from '../code.js'
import type { UnixMs } from '../units.js'
import type { Terminal } from './session.js'

/**
 * Access rules of the server for all accounts: which terminals may be used, and how often an
 * address may try. They apply in addition to those of accounts, staff profiles and the sign-in
 * guard, and can only restrict access.
 */
export interface ServerAccess {
  isOpen(terminal: Terminal): boolean
  /** Null when this address may try now, which counts as a try. */
  refuseTry(address: string, now: UnixMs): Refusal | null
  /** A password or a code of this address was wrong. */
  failed(address: string, now: UnixMs): void
}

/** Every terminal, as often as the guard lets it. */
export const OPEN_ACCESS: ServerAccess = {
  isOpen: () => true,
  refuseTry: () => null,
  failed: () => undefined,
}

/** The same without some terminals. Threads are given their names and make it for themselves. */
export function accessWithout(closed: readonly Terminal[]): ServerAccess {
  return { ...OPEN_ACCESS, isOpen: (terminal) => !closed.includes(terminal) }
}
