import t from 'tap'
import { freePort } from '../../bench/free-port.js'
import { pause, ServerProcess } from '../crash/server-process.js'
import { scratch } from '../given/desk.js'
import { STAFF_PATH } from '../given/socket-front.js'
import { WsClient } from '../given/ws-client.js'

t.test(
  'sockets that knock before the settings are read are refused, and the start goes on',
  async (t) => {
    const port = await freePort()
    const server = ServerProcess.launch({ dataDir: scratch(t), env: { PORT: String(port) } })
    t.teardown(() => server.kill())
    const headers = { cookie: 'of_access_t=x; of_access_s=x', origin: 'https://evil.example' }
    const health = () => fetch(`http://127.0.0.1:${port}/health`).then(({ status }) => status)
    let early = 0
    for (;;) {
      const status = await health().catch(() => 0)
      if (server.hasExited) throw new Error(server.output)
      if (status === 200) break
      if (status === 0) await pause(1)
      else {
        early++
        await pause(20)
        for (const path of ['/trader/v1/socket', STAFF_PATH]) {
          t.match(await WsClient.refused({ port, path, headers }), { status: 403 })
        }
      }
    }
    t.ok(early > 0, `${early} times while it recovered`)
  },
)
