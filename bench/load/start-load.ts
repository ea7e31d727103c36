import { constants, setPriority } from 'node:os'
import type { Bench } from '../harness.js'
import { Remote } from '../remote.js'
import { PATHS, type Product, SOCKET_PROTOCOL, type Trader } from '../server.js'
import type { LoadCommands } from './main.js'

/** Clients that are there beside those whose time is measured: they take what is left of the machine's cores. */
export function startOthers(bench: Bench): Remote<LoadCommands> {
  const others = startLoad(bench)
  setPriority(others.pid, constants.priority.PRIORITY_LOW)
  return others
}

/** The load client in its own process, ended with the case. */
export function startLoad(bench: Bench): Remote<LoadCommands> {
  const load = new Remote<LoadCommands>(new URL('./main.js', import.meta.url))
  bench.defer(() => load.stop())
  return load
}

/** A load client with a socket of each trader. */
export async function startTraders(
  bench: Bench,
  { port }: Product,
  traders: readonly Pick<Trader, 'token'>[],
): Promise<Remote<LoadCommands>> {
  const load = startLoad(bench)
  const tokens = traders.map(({ token }) => token)
  const { traderSocket: path } = PATHS
  await load.call('openSockets', {
    port,
    path,
    protocol: SOCKET_PROTOCOL,
    tokens,
    signIn: 'header',
  })
  return load
}
