import { TraderClient } from '../../client/index.js'
import { nodeSocket } from '../../client/node/index.js'
import type { Platform } from '../../client/platform.js'
import { scratch } from '../given/desk.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { CutLine } from './cut-line.js'

/** A whole server behind a line that can be cut, and clients of it. */
export const PASSWORD = 'Abcd12!x'
type Teardown = { teardown(run: () => unknown): unknown }

export interface ClientServer {
  readonly server: WholeServer
  readonly line: CutLine
  readonly login: number
}

export async function clientServer(test: Teardown, more: Record<string, string> = {}) {
  const dataDir = scratch(test)
  const server = await WholeServer.start(test, { dataDir, more })
  const line = await CutLine.to(server.port, test)
  const { login } = await server.account()
  return { server, line, login, dataDir }
}

export async function signedIn(
  base: string,
  login: number,
  platform: Partial<Platform> = {},
): Promise<TraderClient> {
  const client = new TraderClient({ base, platform: { socket: nodeSocket(), ...platform } })
  await client.signIn({ login, password: PASSWORD, terminal: 'desktop' })
  return client
}
