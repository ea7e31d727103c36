import { freePort } from '../../bench/free-port.js'
import { CHEAP_SERVER, ServerProcess } from '../crash/server-process.js'
import { scratch } from './desk.js'

/** Starts a server, and after it was killed again on its directory and at its address, where pages look for it. */
export async function atSameAddress(
  test: Parameters<typeof scratch>[0],
): Promise<() => Promise<ServerProcess>> {
  const dataDir = scratch(test)
  const env = { PORT: String(await freePort()) }
  return () => ServerProcess.start({ dataDir, env, script: CHEAP_SERVER })
}
