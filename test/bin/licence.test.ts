import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { publicKeyIn } from '../../http/settings.js'
import { openfloor } from '../given/command.js'
import { ConfigFront } from '../given/fronts/config-front.js'
import { licencePayload } from '../given/licence-keys.js'

// The vendor's side: keys that a server takes.

const directory = mkdtempSync(join(tmpdir(), 'openfloor-licence-'))
t.teardown(() => rmSync(directory, { recursive: true }))
const file = (name: string, content?: string): string => {
  const path = join(directory, name)
  if (content !== undefined) writeFileSync(path, content)
  return path
}
const licence = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  openfloor(['licence', ...args], env)

t.test('a key that the command signs is one that a server takes', async (t) => {
  const made = await licence(['keygen', file('vendor.pem')])
  const [, publicKey = ''] = /^LICENCE_PUBLIC_KEY=(\S+)\n$/.exec(made.stdout) ?? []
  t.equal(statSync(file('vendor.pem')).mode & 0o777, 0o600)
  const before = readFileSync(file('vendor.pem'), 'utf8')
  t.equal((await licence(['keygen', file('vendor.pem')])).code, 1, 'never over another')
  t.equal(readFileSync(file('vendor.pem'), 'utf8'), before)

  const front = new ConfigFront(t, { licencePublicKey: publicKeyIn(publicKey) ?? '' })
  const { server_id } = (await front.ask('GET /admin/v1/licence')).data
  const payload = file('payload.json', JSON.stringify(licencePayload(server_id), null, 2))
  const { code, stdout: key } = await licence(['sign', payload, file('vendor.pem')])
  t.equal(code, 0)
  t.match(await front.ask('POST /admin/v1/licence', 'admin', { key }), { data: { valid: true } })

  const shown = await licence(['show', file('key', key)], { LICENCE_PUBLIC_KEY: publicKey })
  t.equal(shown.code, 0)
  t.match(JSON.parse(shown.stdout), { licence_id: 'L-1', server_id })
  const other = /=(\S+)/.exec((await licence(['keygen', file('other.pem')])).stdout)?.[1] ?? ''
  const strange = await licence(['show', file('key')], { LICENCE_PUBLIC_KEY: other })
  t.match(strange, { code: 1, stdout: shown.stdout, stderr: /not that of the vendor/ })
})

t.test('what cannot be signed is said', async (t) => {
  const sign = (payload: object) =>
    licence(['sign', file('wrong.json', JSON.stringify(payload)), file('vendor.pem')])
  t.match(await sign({ ...licencePayload('s'), seats: 1 }), {
    code: 1,
    stdout: '',
    stderr: /seats/,
  })
  t.match(await sign(licencePayload('s', { companies: [{ name: 'A', main: false }] })), {
    code: 1,
    stderr: /exactly one main/,
  })
  const right = file('right.json', JSON.stringify(licencePayload('s')))
  t.match(await licence(['sign', right, right]), { code: 1, stderr: /no Ed25519 private key/ })
  t.match(await licence(['sign', right]), { code: 2, stderr: /openfloor licence sign/ })
  t.match(await licence(['show', file('nothing')]), { code: 1, stderr: /ENOENT/ })
})
