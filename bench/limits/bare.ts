import type { Bench } from '../harness.js'
import { Remote } from '../remote.js'
import type { BareCommands, BareServerSpec } from './bare-server.js'

/** A bare uWebSockets.js server in its own process, ended with the case. */
export interface Bare {
  readonly server: Remote<BareCommands>
  readonly port: number
}

export async function startBare(bench: Bench, spec: BareServerSpec): Promise<Bare> {
  const server = new Remote<BareCommands>(new URL('./bare-server.js', import.meta.url))
  bench.defer(() => server.stop())
  return { server, port: await server.call('listen', spec) }
}
