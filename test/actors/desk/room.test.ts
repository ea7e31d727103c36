import t from 'tap'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { Passwords } from '../../../actors/sign-in/passwords.js'
import { onDisk } from '../../given/free-bytes.js'
import { ConfigFront } from '../../given/fronts/config-front.js'

// What is not trading stops while there is room for trading: traders and strangers first, then staff.

const RESERVE = 1000
const SIZE_BYTES = 4000
const [TRADERS_STOP, STAFF_STOP] = [RESERVE + SIZE_BYTES / 4, RESERVE + SIZE_BYTES / 8]
const FORM = { name: 'Ada L', email: 'ada@example.com', country: 'GB' }
const WATCHLIST = { name: 'W', symbols: ['EURUSD'] }
const FULL = /^503 unavailable The disk is nearly full/
const NOTHING_STORED = /^503 unavailable The server cannot store anything/
const DONE = /^200 ok/

type Asked = readonly [what: string, body: object]

/** Every way in which people add to what is stored, but for the routes of files and jobs. */
const BY_TRADERS: readonly Asked[] = [
  ['POST /trader/v1/mail/drafts', { subject: 'x' }],
  ['POST /trader/v1/mail', { subject: 'x', to: 1 }],
  ['POST /trader/v1/watchlists', WATCHLIST],
  ['PUT /trader/v1/me/preferences', { content: { a: 1 }, expected_version: 0 }],
  ['POST /trader/v1/register/code', { email: 'ada@example.com' }],
  ['POST /trader/v1/register', { ...FORM, type: 'real' }],
]
const BY_STAFF: readonly Asked[] = [
  ['POST /admin/v1/mail/drafts', { subject: 'x' }],
  ['POST /admin/v1/mail', { subject: 'x', to_logins: [1001] }],
  ['PUT /admin/v1/me/preferences', { content: { a: 1 }, expected_version: 0 }],
  ['POST /admin/v1/notifications', { logins: '1001', message: 'x' }],
  ['POST /admin/v1/reports/jobs', { module: 'deals', format: 'csv' }],
  ['POST /admin/v1/accounts/export', {}],
]

t.test('what people add is refused by who they are, before trading stops', async (t) => {
  const services = { passwords: new Passwords({ memoryKib: 64, passes: 1 }) }
  const front = new ConfigFront(t, { services, reserveBytes: RESERVE })
  const disk = { freeBytes: 2 ** 40, sizeBytes: SIZE_BYTES }
  await onDisk(disk, async () => {
    const actor = { login: 1, ip: '', requestId: '' }
    const account = { login: 1001, group: 'demo\\standard', hashes: {} }
    t.ok(deskHandlers(front.desk)['accounts.create']({ actor, ...account }).ok)
    await front.ask('PUT /admin/v1/settings', 'admin', {
      ...(await front.ask('GET /admin/v1/settings')).data,
      real: true,
      confirm_real: false,
    })
    const server = { name: 'M', sender_email: 'm@example.com', server: 'smtp.example.com:587' }
    await front.ask('POST /admin/v1/mail-servers', 'admin', server)
    front.name('ada', {
      audience: 'trader',
      rights: new Set(),
      login: 1001,
      group: 'demo\\standard',
    })
    /** Those that were answered otherwise. */
    const otherwise = async (asked: readonly Asked[], as: string, wanted: RegExp) => {
      const found: string[] = []
      for (const [what, body] of asked) {
        const { status, code, message } = await front.ask(what, as, body)
        const said = `${status} ${code} ${message}`
        if (!wanted.test(said)) found.push(`${what}: ${said}`)
      }
      return found
    }
    t.same(await otherwise(BY_TRADERS, 'ada', DONE), [])
    disk.freeBytes = TRADERS_STOP - 1
    t.same(await otherwise(BY_TRADERS, 'ada', NOTHING_STORED), [])
    t.same(await otherwise(BY_STAFF, 'admin', DONE), [])
    disk.freeBytes = STAFF_STOP - 1
    t.same(await otherwise(BY_STAFF, 'admin', FULL), [])
    const gone = await front.ask('DELETE /admin/v1/accounts/1001/mail/drafts')
    t.match(gone, { status: 200, data: { removed: 1 } }, 'what makes room goes on')
    const { id, version } = (await front.ask('GET /admin/v1/symbols')).data.items[0]
    const changed = await front.ask(`PATCH /admin/v1/symbols/${id}`, 'admin', {
      version,
      description: 'x',
    })
    t.equal(changed.status, 200, 'and settings are changed')
  })
})
