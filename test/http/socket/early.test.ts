import t, { type Test } from 'tap'
import { freePort } from '../../../bench/free-port.js'
import { pause, ServerProcess } from '../../crash/server-process.js'
import { scratch } from '../../given/desk.js'
import { STAFF_PATH } from '../../given/fronts/socket-front.js'
import { WsClient } from '../../given/fronts/ws-client.js'

const headers = { cookie: 'of_access_t=x; of_access_s=x', origin: 'https://evil.example' }
const STARTS_MAX = 20

/** Knocks at a server from its start until it is ready; answers how often it was not yet. */
async function knock(t: Test): Promise<number> {
  const port = await freePort()
  const server = ServerProcess.launch({ dataDir: scratch(t), env: { PORT: String(port) } })
  t.teardown(() => server.kill())
  const health = () => fetch(`http://127.0.0.1:${port}/health`).then(({ status }) => status)
  for (let early = 0; ; ) {
    const status = await health().catch(() => 0)
    if (server.hasExited) throw new Error(server.output)
    if (status === 200) {
      await server.kill()
      return early
    }
    if (status === 0) await pause(1)
    else {
      early++
      await pause(20)
      for (const path of ['/trader/v1/socket', STAFF_PATH]) {
        // 403 is for a page that nobody allowed: the server has come up since it was asked.
        const { status, body } = await WsClient.refused({ port, path, headers })
        t.ok(status === 403 || (status === 503 && body.code === 'unavailable'), `${status}`)
      }
    }
  }
}

t.test(
  'sockets that knock before the server is ready are told to come back, and the start goes on',
  async (t) => {
    // On a busy machine it may be ready before anybody gets to knock.
    let early = 0
    for (let start = 0; start < STARTS_MAX && early === 0; start++) early = await knock(t)
    t.ok(early > 0, `${early} times while it recovered`)
  },
)
