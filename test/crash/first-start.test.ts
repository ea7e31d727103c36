import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { scratch } from '../given/desk.js'
import { pause, ServerProcess } from './server-process.js'

// A first start that is killed half-way leaves nothing that the next one cannot go on from.

t.setTimeout(0)

for (const [file, afterMs] of [
  ['secret.key', 0],
  ['openfloor.sqlite', 0],
  ['openfloor.sqlite-wal', 20],
  [join('log', 'shard-0'), 0],
] as const) {
  t.test(`killed ${afterMs} ms after ${file} appeared`, async (t) => {
    const dataDir = scratch(t)
    const server = ServerProcess.launch({ dataDir })
    while (!existsSync(join(dataDir, file)) && !server.hasExited) await pause(1)
    await pause(afterMs)
    t.same(await server.kill(), { code: null, signal: 'SIGKILL' })
    const again = await ServerProcess.start({ dataDir })
    t.teardown(() => again.kill())
    const staff = await again.signInStaff()
    const login = await again.openAccount(staff, 'demo\\standard', '10.00')
    const account = await again.ask(`GET /admin/v1/accounts/${login}`, staff)
    t.match(account, { status: 200, data: { login: 1001, balance: '10.00' } })
  })
}
