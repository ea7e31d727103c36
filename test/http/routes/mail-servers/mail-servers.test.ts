import { once } from 'node:events'
import { createServer } from 'node:net'
import t, { type Test } from 'tap'
import { Mailer } from '../../../../actors/email/mailer.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { Refusal, SmtpPeer } from '../../../given/peers/smtp-peer.js'

// Mail servers as settings, and the test that staff send through one.

const PATH = '/admin/v1/mail-servers'
const WRONG = { status: 400, code: 'invalid_input' }
const MAIN = { name: 'Main', sender_email: 'desk@example.com', server: 'smtp.example.com:587' }

function given(test: Test, more: object = {}) {
  const mailer = new Mailer({ outboundAllow: ['127.0.0.0/8'] })
  test.teardown(() => mailer.stop())
  const services = { mailer }
  const front = new ConfigFront(test, { outboundAllow: ['127.0.0.0/8'], services, ...more })
  const create = (over: object = {}, as = 'admin') =>
    front.ask(`POST ${PATH}`, as, { ...MAIN, ...over })
  const patch = (id: number, change: object) => front.ask(`PATCH ${PATH}/${id}`, 'admin', change)
  return { front, create, patch }
}

t.test('a mail server has its defaults, and its password is never answered', async (t) => {
  const { front, create, patch } = given(t)
  const made = await create({ password: 'Sesame-open-7' })
  t.match(made.data, {
    ...MAIN,
    id: 1,
    security: 'starttls',
    login: '',
    has_password: true,
    sender_name: '',
    enabled: true,
    is_default: false,
    stats: { sent: 0, errors: 0, queued: 0, avg_send_seconds: 0 },
    version: 1,
  })
  const everything = JSON.stringify([made, front.lines, front.changes])
  t.notMatch(everything, /Sesame/)
  t.equal((await patch(1, { version: 1, enabled: true })).data.version, 1, 'nothing changed')
  t.equal((await patch(1, { version: 1, login: 'desk' })).data.has_password, true, 'kept')
  t.match(front.lines.at(-1), { text: 'Mail server Main was changed: login' })
  t.equal((await patch(1, { version: 2, password: '' })).data.has_password, false, 'removed')
  t.match(await patch(1, { version: 2, login: 'x' }), { status: 409, code: 'conflict' })
  for (const field of ['id', 'has_password', 'created_at', 'updated_at', 'stats']) {
    t.match(await patch(1, { version: 3, [field]: made.data[field] }), WRONG, field)
  }
  t.match(await front.ask(`DELETE ${PATH}/1`), { status: 200, data: null })
  t.match(await front.ask(`GET ${PATH}/1`), { status: 404, code: 'not_found' })
})

t.test('the default takes the mark from the one before, in one change', async (t) => {
  const { front, create, patch } = given(t)
  await create({ name: 'b', is_default: true })
  await create({ name: 'A', is_default: true })
  const list = async () =>
    (await front.ask(`GET ${PATH}`)).data.map((one: Record<string, unknown>) => [
      one['name'],
      one['is_default'],
      one['version'],
    ])
  t.same(await list(), [
    ['A', true, 1],
    ['b', false, 2],
  ])
  t.match(front.lines.at(-1), {
    text: 'Mail server A was created; Mail server b is not the default any more',
  })
  const told = front.changes.length
  await patch(1, { version: 2, is_default: true })
  t.equal(front.changes.length, told + 1)
  t.same(await list(), [
    ['A', false, 2],
    ['b', true, 3],
  ])
  await patch(1, { version: 3, is_default: false })
  t.same(await list(), [
    ['A', false, 2],
    ['b', false, 4],
  ])
})

t.test('what a mail server may be', async (t) => {
  const { create } = given(t)
  for (const missing of ['name', 'sender_email', 'server']) {
    t.match(await create({ [missing]: undefined }), { ...WRONG, fields: [missing] }, missing)
  }
  for (const [field, ...values] of [
    ['name', 'n'.repeat(65), 'a/b', 'a"b', ''],
    ['server', 'smtp.example.com', 'a:0', 'a:65536', '127.0.0.1', '169.254.169.254:25'],
    ['security', 'ssl'],
    ['login', 'l'.repeat(256)],
    ['password', 'p'.repeat(256)],
    ['sender_email', 'Desk <desk@example.com>', 'a@b,c@d.example', 'a', ''],
    ['sender_name', 'n'.repeat(129), 'a"b', 'a\nb'],
  ] as const) {
    for (const value of values) {
      t.match(await create({ [field]: value }), { ...WRONG, fields: [field] }, `${field} ${value}`)
    }
  }
  t.match(await create({ name: 'Desk 1. _&#-', server: 'a:65535' }), { status: 200 })
  t.match(await create({ name: 'DESK 1. _&#-' }), { status: 409, code: 'conflict' }, 'in any case')
})

t.test(
  'a test goes through a disabled server too, and says what was said against it',
  async (t) => {
    const peer = await SmtpPeer.start(t)
    const { front, create, patch } = given(t)
    await create({ server: `127.0.0.1:${peer.port}`, security: 'none', enabled: false })
    const send = (to = 'ada@example.com') => front.ask(`POST ${PATH}/1/test`, 'admin', { to })
    t.match(await send(), { status: 200, data: null })
    t.match(peer.taken, [{ to: ['ada@example.com'], mime: { subject: 'Test of a mail server' } }])
    t.match(front.lines.at(-1), {
      text: /test e-mail to ada@example.com .* Main was sent$/,
      actor: 1,
    })
    peer.onRecipient = () => new Refusal(550, 'Go away')
    t.match(await send(), { ...WRONG, message: /^550 .*Go away/ })
    t.match(front.lines.at(-1), { text: /was not sent: 550 / })
    await patch(1, { version: 1, login: 'desk', password: 'wrong' })
    t.match(await send(), { ...WRONG, message: /535|No such user/ })
    for (const to of ['', 'a', 'Ada <ada@example.com>', 'a@b.example, c@d.example']) {
      t.match(await send(to), { ...WRONG, fields: ['to'] }, to)
    }
    const { port } = peer
    await peer.stop()
    const refused = await send()
    t.match(refused, { ...WRONG, message: /cannot be reached/ })
    const cutting = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
    await once(cutting, 'listening')
    t.teardown(() => cutting.close())
    t.equal((await send()).message, refused.message, 'whether a port is open is not told')
    t.match(await front.ask(`POST ${PATH}/9/test`, 'admin', { to: 'a@b.example' }), { status: 404 })
  },
)

t.test('a password that cannot be opened is to be entered again', async (t) => {
  const first = given(t)
  await first.create({ password: 'Sesame-open-7' })
  const { dataDir } = first.front
  const { front } = given(t, { dataDir, secretKey: Buffer.alloc(32, 9) })
  const sent = await front.ask(`POST ${PATH}/1/test`, 'admin', { to: 'ada@example.com' })
  t.match(sent, { ...WRONG, message: /Enter it again/ })
})
