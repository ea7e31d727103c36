import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { openfloor } from '../given/command.js'
import { scratch } from '../given/desk.js'
import { WholeServer } from '../given/fronts/whole-server.js'

// A data directory that version 0.1.0 has left: one account with 10,000 USD, a position of 0.20 lots, an order that rests and a
// holiday. Each later version starts on it, has all of it, and what came since.

const KEY = Buffer.alloc(32).toString('base64')
const HERE = resolve(dirname(fileURLToPath(import.meta.url)), '../../../test/e2e/old-data')

function unpacked(version: string, directory: string): string {
  const packed = gunzipSync(readFileSync(join(HERE, `${version}.json.gz`))).toString()
  for (const [path, content] of Object.entries(JSON.parse(packed) as Record<string, string>)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), Buffer.from(content, 'base64'))
  }
  return directory
}

t.test('a server starts on what version 0.1.0 has left', async (t) => {
  const dataDir = unpacked('0.1.0', scratch(t))
  const server = await WholeServer.start(t, { dataDir, more: { SECRET_KEY: KEY } })
  const get = async (path: string) => (await server.ask(`GET /admin/v1/${path}`)).data
  t.match(await get('accounts/1001'), { name: 'Ada', money: { credit: '0.00' } })
  t.match(await get('accounts/1001/positions'), [{ volume: '0.2' }])
  t.match(await get('accounts/1001/orders'), [{ price: '1.05000' }])
  t.match(await get('holidays'), [{ description: 'Christmas' }])
  t.match(await get('account-allocations/settings'), { version: 1, link_sets: [] })
  t.same(await get('mail-servers'), [])
  await server.done('POST /admin/v1/notifications', { logins: '1001', message: 'Welcome back.' })
  await server.stop()
  const verified = await openfloor(['verify'], { DATA_DIR: dataDir, SECRET_KEY: KEY })
  t.match(verified, { code: 0 })
})
