import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { secretKeyPath, sqlitePath } from '../../storage/paths.js'
import { openWriter } from '../../storage/sqlite/open.js'
import { openfloor } from '../given/command.js'
import { scratch } from '../given/desk.js'
import { ServerProcess } from './server-process.js'

const dataDir = join(scratch(t), 'data')
const here = { DATA_DIR: dataDir }
const aside = `${dataDir}.key`
const another = randomBytes(32).toString('base64')
const OTHER = /^openfloor: the stored secrets were sealed with another key: put the old secret.key/m
let server: ServerProcess
t.teardown(() => server?.kill())

/** Leaves the directory as a server did that sealed no known text. */
function forgetKnownText(): void {
  const db = openWriter(sqlitePath(dataDir))
  db.exec("DELETE FROM meta WHERE name = 'sealed_text'")
  db.close()
}

async function refused(env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await ServerProcess.refused({ dataDir, env })
  t.equal(code, 1)
  return output
}

t.test('another key stops the start, whether secrets are stored or not', async (t) => {
  server = await ServerProcess.start({ dataDir, env: { DEMO: '0' } })
  await server.terminate()
  t.match(await refused({ SECRET_KEY: another }), OTHER)
  server = await ServerProcess.start({ dataDir })
  await server.terminate()
})

t.test('a directory of an older server goes by the secrets that it has', async (t) => {
  forgetKnownText()
  server = await ServerProcess.start({ dataDir })
  const staff = await server.signInStaff()
  const feed = { name: 'F', module: 'fix44', server: '127.0.0.1:1', password: 'p', enabled: false }
  await server.sure('POST /admin/v1/datafeeds', staff, feed)
  await server.terminate()
  forgetKnownText()
  t.match(await refused({ SECRET_KEY: another }), OTHER)
  server = await ServerProcess.start({ dataDir })
  await server.terminate()
  t.match(await refused({ SECRET_KEY: another }), OTHER)
})

t.test('a key that is gone is not replaced by a fresh one', async (t) => {
  renameSync(secretKeyPath(dataDir), aside)
  for (const isOlder of [false, true]) {
    if (isOlder) forgetKnownText()
    t.match(
      await refused(),
      /^openfloor: .*secret.key is not there, and this server's secrets are/m,
    )
  }
  t.notOk(existsSync(secretKeyPath(dataDir)))
  const key = readFileSync(aside, 'utf8').trim()
  server = await ServerProcess.start({ dataDir, env: { SECRET_KEY: key } })
  await server.terminate()
})

t.test('a key that is lost is given up by a person: a fresh one seals from then on', async (t) => {
  const accepted = await openfloor(['admin', 'accept-key'], here)
  t.match(accepted, { code: 0, stdout: /sealed with a fresh key/, stderr: '' })
  t.ok(existsSync(secretKeyPath(dataDir)))
  server = await ServerProcess.start({ dataDir })
  const staff = await server.signInStaff()
  const lines = await server.ask('GET /admin/v1/journal?kind=server.key', staff)
  t.match(lines.data['items'], [{ text: /enter again/ }])
  t.match(await openfloor(['admin', 'accept-key'], here), { code: 1, stderr: /is running/ })
  await server.terminate()
  rmSync(secretKeyPath(dataDir))
  renameSync(aside, secretKeyPath(dataDir))
  t.match(await refused(), OTHER)
  const back = await openfloor(['admin', 'accept-key'], here)
  t.match(back, { code: 0, stdout: /sealed with the key that is there now/ })
  server = await ServerProcess.start({ dataDir })
  await server.terminate()
})
