import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { secretKeyPath, sqlitePath } from '../../storage/paths.js'
import { openReader } from '../../storage/sqlite/open.js'
import { BUILT_COMMAND } from '../given/built-command.js'
import { openfloor } from '../given/command.js'
import { moment, scratch } from '../given/desk.js'
import { CHEAP_SERVER, ServerProcess, type Signature } from './server-process.js'

// A server that trades, makes a backup and archives its logs is put back to a moment in between: its tables are as they
// were then, and it goes on from there.

const root = scratch(t)
const [dataDir, backups, archive, restoredDir] = ['data', 'backups', 'logs', 'restored'].map(
  (name) => join(root, name),
) as [string, string, string, string]
const archiving = { LOG_ARCHIVE_DIR: archive, LOG_ARCHIVE_SCHEDULE: '* * * * * *' }
const there = { DATA_DIR: restoredDir, LOG_ARCHIVE_DIR: archive, DISK_RESERVE_MB: '1' }
const logins: number[] = []
let server: ServerProcess
let late = 0
/** The moment, as the newest record's time, and the tables at it. */
let at = 0
let then: Readonly<Record<string, unknown[]>> = {}
t.setTimeout(0)
t.teardown(() => server?.kill())

async function start(directory: string, env: Readonly<Record<string, string>>): Promise<void> {
  server = await ServerProcess.start({ dataDir: directory, shards: 2, env, script: CHEAP_SERVER })
}

async function trade(login: number, orders: number): Promise<void> {
  const trader: Signature = await server.signInTrader(login)
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  for (let done = 0; done < orders; ) {
    const { code } = await server.ask('POST /trader/v1/trade', trader, order)
    if (code === 'ok') done++
    else if (!['trade.off_quotes', 'unavailable'].includes(code)) throw new Error(code)
  }
}

async function tablesHaveAll(): Promise<void> {
  for (;;) {
    const { body } = await server.health()
    if (body.seq !== undefined && body.seq === body.projection_seq) return
    await moment()
  }
}

/** What trading made of the tables. */
function traded(directory: string): Readonly<Record<string, unknown[]>> {
  const db = openReader(sqlitePath(directory))
  const tables = 'account_states orders deals positions closed_positions open_orders daily'.split(
    ' ',
  )
  const rows = tables.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()])
  db.close()
  return Object.fromEntries(rows)
}

function newestDealAt(): number {
  const db = openReader(sqlitePath(dataDir))
  const newest = db.prepare<[], number>('SELECT max(at) FROM deals').pluck().get()
  db.close()
  return newest ?? 0
}

const restoreTo = (time: number, ...more: string[]) =>
  openfloor(['restore', backups, '--at', new Date(time).toISOString(), ...more], there)

t.test('it trades, is backed up, trades on and is killed', async (t) => {
  await start(dataDir, { ...archiving, BACKUP_DIR: backups, BACKUP_SCHEDULE: '* * * * * *' })
  const staff = await server.signInStaff()
  for (let n = 0; n < 3; n++)
    logins.push(await server.openAccount(staff, 'demo\\standard', '1000.00'))
  for (const login of logins) await trade(login, 2)
  const whole = () =>
    existsSync(backups) && readdirSync(backups).filter((name) => name.endsWith('Z'))
  const before = whole() || []
  while ((whole() || []).length <= before.length) await moment()
  await server.terminate()

  await start(dataDir, archiving)
  for (const login of logins) await trade(login, 3)
  await tablesHaveAll()
  then = traded(dataDir)
  at = newestDealAt()
  const again = await server.signInStaff()
  late = await server.openAccount(again, 'demo\\standard', '500.00')
  for (const login of [...logins, late]) await trade(login, 2)
  // Until the archive of each shard goes beyond the moment.
  while ((await restoreTo(at, '--dry-run')).code !== 0) await moment()
  await server.kill()
  t.notOk(existsSync(restoredDir), 'a look writes nothing')
})

t.test('it says what it will hold, and what not', async (t) => {
  const { stdout } = await restoreTo(at, '--dry-run')
  t.match(
    stdout,
    /will hold\n {2}the backup .*Z of 20.*\n {2}and \d+ records after it, up to record \d+/,
  )
  t.match(stdout, /It will not hold what is in no log.*\n.*settings, accounts .* passwords/)
  t.notMatch(stdout, /Left out/)
  const later = newestDealAt()
  const more = await restoreTo(later, '--dry-run', '--data', dataDir)
  t.match(more, { code: 0, stdout: new RegExp(`Left out: \\d+ records of account ${late} from`) })
  t.match(await restoreTo(later + 60_000, '--dry-run'), { code: 1, stderr: /after what is there/ })
  t.match(await restoreTo(5), { code: 1, stderr: /no backup at or before it/ })
  t.notOk(existsSync(restoredDir))
})

t.test('killed in the middle, it starts over and reaches that moment', async (t) => {
  const args = [BUILT_COMMAND, 'restore', backups, '--at', new Date(at).toISOString()]
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...there },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.resume()
  const closed = once(child, 'close')
  while (!existsSync(`${restoredDir}.restoring`)) await moment()
  child.kill('SIGKILL')
  await closed
  t.notOk(existsSync(restoredDir), 'whole or not at all')
  t.match(await restoreTo(at), { code: 0, stdout: /restored to .*verify/ })
  t.notOk(existsSync(`${restoredDir}.restoring`))
  t.same(traded(restoredDir), then)
  t.match(await openfloor(['verify'], there), { code: 0, stdout: /: 0 differences/ })
  t.match(await restoreTo(at), { code: 1, stderr: /is not empty/ })
})

t.test('it goes on from there', async (t) => {
  copyFileSync(secretKeyPath(dataDir), secretKeyPath(restoredDir))
  await start(restoredDir, {})
  t.match(server.output, /begins from the backup of 20.*, and trades of the logs up to 20.*record/)
  for (const login of logins) await trade(login, 1)
  const staff = await server.signInStaff()
  t.ok((await server.openAccount(staff, 'demo\\standard', '1.00')) > late)
  await server.terminate()
  t.match(await openfloor(['verify'], there), { code: 0, stdout: /: 0 differences/ })
  const drilled = ['drill', backups, '--at', new Date(at).toISOString()]
  t.match(await openfloor(drilled, { ...there, DATA_DIR: dataDir }), {
    code: 0,
    stdout: /restored/,
  })
})

t.test('wrong usage is exit code 2', async (t) => {
  const wrong = [
    [backups, '--at'],
    [backups, '--at', 'yesterday'],
    [backups, '--at', '2026-03-04T10:00:00'],
    [backups, '--archive', archive],
    ['--at', 'seq:5'],
    [backups, backups, '--at', 'seq:5'],
  ]
  for (const args of wrong) {
    t.match(await openfloor(['restore', ...args], there), { code: 2, stderr: /name a backup, or/ })
  }
  const help = await openfloor(['restore', '--help'])
  t.match(help, { code: 0, stdout: /--at MOMENT[\s\S]*--archive DIR[\s\S]*--dry-run/ })
})
