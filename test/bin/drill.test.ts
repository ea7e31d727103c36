import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { digestFile } from '../../storage/durable-files.js'
import { sqlitePath } from '../../storage/paths.js'
import { openWriter } from '../../storage/sqlite/open.js'
import { CHEAP_SERVER, ServerProcess } from '../crash/server-process.js'
import { openfloor } from '../given/command.js'
import { scratch } from '../given/desk.js'

// Restores that are rehearsed by command, over the data directory of a real server, and backups that are dated by command.

const place = scratch(t)
const dataDir = join(place, 'data')
const dated = join(place, 'dated')
const here = { DATA_DIR: dataDir, DISK_RESERVE_MB: '1' }
const first = join(place, 'first')

async function drill(args: readonly string[], env: Record<string, string> = here) {
  const ended = await openfloor(['drill', ...args], env)
  t.notOk(existsSync(`${env['DATA_DIR']}.drill`), 'the scratch is gone')
  return ended
}

t.test('a running server: each step is told, and its directory stays as it is', async (t) => {
  const server = await ServerProcess.start({ dataDir, script: CHEAP_SERVER })
  t.teardown(() => server.kill())
  const staff = await server.signInStaff()
  await server.openAccount(staff, 'demo\\standard', '100.00')
  const names = readdirSync(dataDir)
  const { code, stdout, stderr } = await drill([])
  t.same([code, stderr], [0, ''])
  const steps = 'scratch,backup,restore,migrate,verify,compare,secret key,remove'.split(',')
  t.same(stdout.match(/^[a-z ]+?(?= +\d+\.\d\d s)/gm), steps)
  t.match(stdout, /accounts 3, .*\n.*it opens what is sealed\n/)
  t.match(stdout, /the backup can be restored: \d+\.\d\d s in all\n$/)
  t.same(readdirSync(dataDir), names)

  t.match(await openfloor(['backup', first], here), { code: 0 })
  await server.openAccount(staff, 'demo\\standard', '100.00')
  const into = () => openfloor(['backup', '--into', dated, '--keep', '1'], here)
  t.match(await into(), { code: 0, stdout: /backed up .* bytes/ })
  const [older = ''] = readdirSync(dated)
  t.match(await into(), { code: 0, stdout: new RegExp(`removed ${older}\n`) })
  t.equal(readdirSync(dated).length, 1)
  t.same(await server.terminate(), { code: 0, signal: null })
})

t.test('a stopped server, and backups that were taken before', async (t) => {
  t.match(await drill([]), { code: 0 })
  const [newest = ''] = readdirSync(dated)
  t.match(await drill([join(dated, newest)]), { code: 0, stdout: /compare .* accounts 4, / })
  t.match(await drill([first]), { code: 0, stdout: /compare .* accounts 3, / })
  const nowhere = { ...here, DATA_DIR: join(place, 'nowhere') }
  t.match(await drill([first], nowhere), { code: 0, stdout: /to compare with\n.*not tried/ })
  t.match(await drill([], nowhere), { code: 1, stderr: /no server in/ })
})

t.test('a backup of what the source does not have, or that its key does not open', async (t) => {
  const older = { ...here, DATA_DIR: join(place, 'older') }
  t.match(await openfloor(['restore', first], older), { code: 0 })
  const [newest = ''] = readdirSync(dated)
  t.match(await drill([join(dated, newest)], older), {
    code: 1,
    stderr:
      /is not what the source is: log of shard 0: \d+, the source has \d+; .*journal line \d+ /,
  })
  const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
  t.match(await drill([first], { ...here, SECRET_KEY }), { code: 1, stderr: /another secret key/ })
})

/** Changes the tables of the backup, and its manifest with them. */
function rewrite(backup: string, sql: string): void {
  const path = sqlitePath(backup)
  const db = openWriter(path)
  db.exec(sql)
  db.close()
  const manifest = join(backup, 'manifest.json')
  const said = JSON.parse(readFileSync(manifest, 'utf8'))
  said.files['openfloor.sqlite'] = digestFile(path)
  writeFileSync(manifest, JSON.stringify(said))
}

t.test('a backup of an older server takes its migrations in the scratch', async (t) => {
  const older = join(place, 'of-older')
  t.match(await openfloor(['backup', older], here), { code: 0 })
  rewrite(
    older,
    "DROP TABLE margin_letters; DELETE FROM applied_migrations WHERE name = 'margin-letters'",
  )
  t.match(await drill([older]), { code: 0, stdout: /migrate .* took 1 migrations\n/ })
  const newer = join(place, 'of-newer')
  t.match(await openfloor(['backup', newer], here), { code: 0 })
  rewrite(newer, "INSERT INTO applied_migrations VALUES ('of tomorrow', 1000)")
  t.match(await drill([newer]), { code: 1, stderr: /has the migration of tomorrow/ })
  const unmigrated = { ...here, DATA_DIR: join(place, 'unmigrated') }
  t.match(await openfloor(['restore', older], unmigrated), { code: 0 })
  const refused = { code: 1, stderr: /of an older server and lack the migration margin-letters/ }
  for (const args of [['verify'], ['drill'], ['backup', join(place, 'x')]]) {
    t.match(await openfloor(args, unmigrated), refused)
  }
})

t.test('a damaged backup fails where it is looked at', async (t) => {
  const path = sqlitePath(first)
  const whole = readFileSync(path)
  const flipped = Buffer.from(whole)
  flipped.writeUInt8(flipped.readUInt8(5000) ^ 1, 5000)
  writeFileSync(path, flipped)
  t.match(await drill([first]), { code: 1, stderr: /openfloor.sqlite is not what was backed up/ })

  writeFileSync(path, whole)
  rewrite(first, 'UPDATE account_states SET balance = balance + 1 WHERE login = 1001')
  t.match(await drill([first]), {
    code: 1,
    stdout: /"subject":"account 1001","field":"balance".*\n(.*\n)*the drill failed\n$/,
    stderr: /: [1-9]\d* differences/,
  })
  t.match(await drill([join(place, 'none')]), { code: 1, stderr: /there is no folder '.*none'/ })
})

t.test('wrong usage is exit code 2, and files of others in the scratch are let be', async (t) => {
  const wrong = [
    ['drill', 'a', 'b'],
    ['backup', '--into'],
    ['backup', '--into', 'a', '--keep', '0'],
    ['backup', '--keep', '3'],
  ]
  for (const ended of await Promise.all(wrong.map((args) => openfloor(args, here)))) {
    t.match(ended, { code: 2, stderr: /name .*like: openfloor/ })
  }
  const inData = ['backup', '--into', join(dataDir, 'x')]
  t.match(await openfloor(inData, here), { code: 1, stderr: /must not lie in DATA_DIR/ })
  const mine = { ...here, DATA_DIR: join(place, 'mine') }
  writeFileSync(join(place, 'mine.drill'), 'kept')
  t.match(await openfloor(['drill', join(dated, 'x')], mine), { code: 1 })
  t.equal(readFileSync(join(place, 'mine.drill'), 'utf8'), 'kept')
})
