import t from 'tap'
import { sqlitePath } from '../../storage/paths.js'
import { journalRepo } from '../../storage/repos/records/journal.js'
import { openReader } from '../../storage/sqlite/open.js'
import { openfloor } from '../given/command.js'
import { scratch } from '../given/desk.js'
import { pause, ServerProcess } from './server-process.js'

// A server that is killed while it takes a file of settings: each record is whole or absent, and the file sent again
// does the rest. `node dist/test/crash/transfer-crash.test.js 20` kills it so often.

const KILLS = Number(process.argv[2] ?? 1)
const SYMBOLS = 800
const GROUPS = 100
const MEMBERS = 400
const LOOK_MS = 5

t.setTimeout(0)

interface Done {
  readonly summary: Readonly<Record<string, number>>
}

t.test('a file whose import was cut off is sent again, and nothing is done twice', async (t) => {
  const dataDir = scratch(t)
  let server = await ServerProcess.start({ dataDir })
  t.teardown(() => server.kill())
  let staff = await server.signInStaff()
  const version = async (): Promise<number> => {
    const page = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
    return Number(/^openfloor_config_version\{thread="front"\} (\d+)$/m.exec(page)?.[1])
  }
  for (let kill = 0; kill < KILLS; kill++) {
    const file = {
      format: 'app-config',
      version: 1,
      kinds: {
        symbols: Array.from({ length: SYMBOLS }, (_, i) => ({
          path: `Crash${kill}\\S${kill}X${i}`,
          calc_mode: 'cfd',
          contract_size: '1',
        })),
        groups: Array.from({ length: GROUPS }, (_, i) => ({ path: `real\\crash${kill}\\g${i}` })),
      },
    }
    const send = () => server.ask<Done>('POST /admin/v1/config/transfer/import', staff, { file })
    const before = await version()
    const cutOff = send().catch(() => undefined)
    // In the symbols, or among the groups behind them.
    while ((await version()) < before + 1 + 3 * (kill % 4)) await pause(LOOK_MS)
    await server.kill()
    await cutOff
    server = await ServerProcess.start({ dataDir })
    staff = await server.signInStaff()
    const { data } = await send()
    const { created = 0, unchanged = 0, error, updated } = data.summary
    t.equal(created + unchanged, SYMBOLS + GROUPS)
    t.ok(unchanged > 0, 'something was done before')
    t.same([error, updated], [0, 0])
    t.match((await send()).data.summary, { unchanged: SYMBOLS + GROUPS })
  }
  const newcomers = Array.from({ length: MEMBERS }, (_, i) => ({
    login: 5_000_001 + i,
    group: 'managers\\dealers',
    name: `Member ${i}`,
    rights: ['accounts.view'],
    group_scope: ['real\\*'],
  }))
  const file = { format: 'app-config', version: 1, kinds: { staff: newcomers } }
  const send = () => server.ask<Done>('POST /admin/v1/config/transfer/import', staff, { file })
  const members = async (): Promise<number> => {
    const { data } = await server.ask<{ total: number }>('GET /admin/v1/staff?limit=1', staff)
    return data.total
  }
  const cutOff = send().catch(() => undefined)
  while ((await members()) < 3) await pause(LOOK_MS)
  await server.kill()
  await cutOff
  server = await ServerProcess.start({ dataDir })
  staff = await server.signInStaff()
  const { created = 0, unchanged = 0, error } = (await send()).data.summary
  t.same([created + unchanged, error], [MEMBERS, 0], 'each member whole or absent')
  t.ok(unchanged > 0, 'some were there before')
  t.equal((await server.terminate()).code, 0)
  const db = openReader(sqlitePath(dataDir))
  const count = (like: string): number =>
    Number(
      db
        .prepare<[string], number>('SELECT count(*) FROM journal WHERE text LIKE ?')
        .pluck()
        .get(like),
    )
  t.equal(count('Symbol S%X% was created'), KILLS * SYMBOLS, 'a line each')
  t.equal(count('Group real\\crash%'), KILLS * GROUPS)
  t.equal(count('Staff user 5000% was created, disabled%'), MEMBERS)
  t.equal(count('Account 5000% was opened%'), MEMBERS)
  t.equal(journalRepo(db).brokenAt(), undefined)
  db.close()
  t.match(await openfloor(['verify'], { DATA_DIR: dataDir }), { code: 0 })
})
