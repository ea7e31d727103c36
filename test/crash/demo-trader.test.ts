import { existsSync } from 'node:fs'
import t from 'tap'
import { sqlitePath } from '../../storage/paths.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { openReader, type Sqlite } from '../../storage/sqlite/open.js'
import { scratch } from '../given/desk.js'
import { isProjected, verifyAll } from './audit.js'
import { pause, ServerProcess } from './server-process.js'

// The trader of the demo set has its money once and its password once, whenever the first start is killed.

t.setTimeout(0)
const LOGIN = 100
const SHARDS = 2

function printed(servers: readonly ServerProcess[]): string[] {
  const lines = servers.flatMap(({ output }) => [...output.matchAll(/Demo trader: .*/g)])
  return lines.map(
    ([line]) => /^Demo trader: login 100, password (\S{16}) /.exec(line)?.[1] ?? line,
  )
}

function isOpened(dataDir: string): boolean {
  if (!existsSync(sqlitePath(dataDir))) return false
  let db: Sqlite | undefined
  try {
    db = openReader(sqlitePath(dataDir))
    return accountsRepo(db).profile(LOGIN) !== undefined
  } catch {
    // The tables are not made yet.
    return false
  } finally {
    // One that is left open is taken for another server.
    db?.close()
  }
}

t.test('killed when its account is there, it is whole after the next start', async (t) => {
  const dataDir = scratch(t)
  const killed = ServerProcess.launch({ dataDir, shards: SHARDS })
  t.teardown(() => killed.kill())
  while (!isOpened(dataDir) && !killed.hasExited) await pause(1)
  t.same(await killed.kill(), { code: null, signal: 'SIGKILL' })
  const server = await ServerProcess.start({ dataDir, shards: SHARDS })
  t.teardown(() => server.kill())
  const passwords = printed([killed, server])
  t.equal(passwords.length, 1, 'it is shown once')
  const signIn = { login: LOGIN, password: passwords[0], terminal: 'desktop' }
  const { code, data } = await server.ask('POST /trader/v1/auth/login', undefined, signIn)
  t.equal(code, 'ok')
  t.equal(data['must_change_password'] ?? false, false)
  const headers = { authorization: `Bearer ${data['access_token']}` }
  const shown = await server.ask('GET /trader/v1/account', { headers })
  const money = { balance: '10000.00', equity: '10000.00', seq: '1' }
  t.match(shown.data, { login: LOGIN, group: 'demo\\standard', money })
  t.ok(await isProjected(server, 1))
  t.same(await verifyAll(dataDir, SHARDS), [])
  const staff = await server.signInStaff()
  t.equal(await server.openBareAccount(staff, 'demo\\standard'), 1001, 'logins go on as before')
  t.match(await server.terminate(), { code: 0 })
  const again = await ServerProcess.start({ dataDir, shards: SHARDS })
  t.teardown(() => again.kill())
  t.same(printed([again]), [])
  t.match(await again.ask('GET /trader/v1/account', { headers }), { data: { money } })
})

t.test('a server without the demo set has no such trader', async (t) => {
  const server = await ServerProcess.start({ dataDir: scratch(t), env: { DEMO: '0' } })
  t.teardown(() => server.kill())
  const staff = await server.signInStaff()
  t.match(await server.ask(`GET /admin/v1/accounts/${LOGIN}`, staff), { code: 'not_found' })
  t.same(printed([server]), [])
})
