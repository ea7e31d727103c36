import { TraderClient } from '../../client/index.js'
import { nodeSocket } from '../../client/node/index.js'
import type { Platform } from '../../client/platform.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { CutLine } from './cut-line.js'

/** A whole server behind a line that can be cut, and clients of it. */
export const PASSWORD = 'Abcd12!x'
type Teardown = { teardown(run: () => unknown): unknown }

export async function clientServer(test: Teardown, more: Record<string, string> = {}) {
  const server = await WholeServer.start(test, { more })
  const line = await CutLine.to(server.port, test)
  const { login } = await server.account()
  return { server, line, login }
}

export async function signedIn(
  base: string,
  login: number,
  platform: Partial<Platform> = {},
  password = PASSWORD,
): Promise<TraderClient> {
  const client = new TraderClient({ base, platform: { socket: nodeSocket(), ...platform } })
  await client.signIn({ login, password, terminal: 'desktop' })
  return client
}
