import type { Clock } from '../../actors/thread/clock.js'
import type { Connection } from './connection.js'

/** Closes all WebSockets before the server ends. */
export const RESTART = 1012

const STEP_MS = 20
const SOCKETS_A_STEP = 500
const LAST_BYTES_MS = 1000

/**
 * Waits at most `graceMs` for replies to accepted requests, then closes all sockets with 1012, a
 * few at a time so that clients do not reconnect all at once. Clients that do not read their last
 * bytes within a second are cut off.
 */
export async function drainSockets<C extends Connection>(
  all: ReadonlyMap<number, C>,
  clock: Clock,
  graceMs: number,
  close: (connection: C, code: number, why: string) => void,
): Promise<void> {
  const pause = () => new Promise<void>((resolve) => clock.after(STEP_MS, resolve))
  const until = async (isDone: () => boolean, ms: number): Promise<void> => {
    const giveUpAt = clock.monotonic() + ms
    while (!isDone() && clock.monotonic() < giveUpAt) await pause()
  }
  const isIdle = () => [...all.values()].every(({ inFlight }) => inFlight === 0)
  await until(isIdle, graceMs)
  const connections = [...all.values()]
  for (let first = 0; first < connections.length; first += SOCKETS_A_STEP) {
    if (first > 0) await pause()
    for (const connection of connections.slice(first, first + SOCKETS_A_STEP)) {
      close(connection, RESTART, 'server restart')
    }
  }
  await until(() => all.size === 0, LAST_BYTES_MS)
  for (const connection of [...all.values()]) connection.ws?.close()
}
