import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { checkBackup } from '../../storage/backup/backup.js'
import { openfloor } from '../given/command.js'
import { scratch } from '../given/desk.js'
import { CHEAP_SERVER, pause, ServerProcess, type Signature } from './server-process.js'

// A server that makes backups by itself each second, is killed in the middle of them, and goes on.

const MORNING = '2026-03-04T08:00:00Z'
const KILLS = 2
/** Between two looks at the metrics. */
const LOOK_MS = 100
/** Between two looks at what is there for some tens of milliseconds. */
const SHORT_LOOK_MS = 1
const root = scratch(t)
const [dataDir, directory] = [join(root, 'data'), join(root, 'backups')]
const env = {
  CLOCK_START: MORNING,
  DEMO_TICKS_PER_SEC: '500',
  BACKUP_SCHEDULE: '* * * * * *',
  BACKUP_DIR: directory,
  BACKUP_KEEP: '2',
}
let server: ServerProcess
let staff: Signature
t.teardown(() => server?.kill())

const start = async (more: Readonly<Record<string, string>> = {}): Promise<void> => {
  server = await ServerProcess.start({ dataDir, env: { ...env, ...more }, script: CHEAP_SERVER })
}

const entries = (): string[] => (existsSync(directory) ? readdirSync(directory).toSorted() : [])
const whole = (): string[] => entries().filter((name) => /T\d+Z$/.test(name))
const partial = (): string[] => entries().filter((name) => name.endsWith('.partial'))

async function metric(name: string, job = 'backup'): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  const line = new RegExp(`^openfloor_schedule_${name}\\{job="${job}"\\} (\\S+)$`, 'm').exec(text)
  return Number(line?.[1] ?? Number.NaN)
}

async function notes(): Promise<readonly string[]> {
  const { body } = await server.health()
  return (body as unknown as { notes: readonly string[] }).notes
}

t.test('each second there is another one, and the newest two stay', async (t) => {
  await start()
  staff = await server.signInStaff()
  const login = await server.openAccount(staff, 'demo\\standard', '1000.00')
  t.ok(login > 0)
  while ((await metric('runs_done')) < 4) await pause(LOOK_MS)
  t.match(server.output, /"job":"backup","due":"2026-03-04T08:.*a scheduled run begins/)
  t.match(server.output, /"job":"backup","took_ms":\d+,"path":".*a scheduled run is done/)
  t.ok(whole().length <= 3, `${whole().join()}: one more while the oldest goes`)
  t.same(await notes(), [])
  t.equal(await metric('unwell'), 0)
  t.ok((await metric('done_at_seconds')) >= Date.parse(MORNING) / 1000)
  t.equal(await metric('runs_failed', 'log_retention'), 0)
})

t.test('one that fails is told, and trading goes on', async (t) => {
  writeFileSync(`${directory}-file`, '')
  await server.terminate()
  await start({ BACKUP_DIR: join(`${directory}-file`, 'below') })
  while ((await notes()).length === 0) await pause(LOOK_MS)
  t.equal(await metric('unwell'), 1)
  t.match(await notes(), [/^The backup failed: E(NOTDIR|EXIST)/])
  t.match(
    server.output,
    /"level":"error".*"job":"backup".*a scheduled run was not done; it is tried/,
  )
  t.equal((await server.health()).status, 200)
  await server.terminate()
})

t.test('a server that is killed in the middle leaves no half backup', async (t) => {
  for (let kills = 0; kills < KILLS; ) {
    await start()
    const before = await metric('runs_done')
    while ((await metric('runs_done')) === before) await pause(LOOK_MS)
    while (partial().length === 0) await pause(SHORT_LOOK_MS)
    await server.kill()
    const [cutOff = ''] = partial()
    for (const name of whole()) t.ok(checkBackup(join(directory, name)).scheduled_at, name)
    // It may have come to its end in that moment.
    if (cutOff === '') continue
    kills++
    await start()
    while ((await metric('runs_done')) === 0) await pause(LOOK_MS)
    const name = cutOff.replace('.partial', '')
    t.equal(server.output.split(`/${name}"`).length, 2, 'the run is begun again, and done once')
    if (kills < KILLS) await server.kill()
  }
  while ((await metric('runs_done')) < 3) await pause(LOOK_MS)
  t.equal((await server.terminate()).code, 0)
  t.ok(whole().length >= 2)
})

t.test('the newest is restored into a server that has everything', async (t) => {
  const newest = join(directory, whole().at(-1) ?? '')
  const restored = { DATA_DIR: join(root, 'restored') }
  t.match(await openfloor(['restore', newest], restored), { code: 0 })
  t.match(await openfloor(['verify'], restored), { code: 0 })
})
