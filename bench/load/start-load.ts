import type { Bench } from '../harness.js'
import { Remote } from '../remote.js'
import type { LoadCommands } from './main.js'

/** The load client in its own process, ended with the case. */
export function startLoad(bench: Bench): Remote<LoadCommands> {
  const load = new Remote<LoadCommands>(new URL('./main.js', import.meta.url))
  bench.defer(() => load.stop())
  return load
}
