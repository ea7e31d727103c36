import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import t, { type Test } from 'tap'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { Outbox, type QueuedEmail } from '../../../actors/desk/people/outbox.js'
import { Mailer } from '../../../actors/email/mailer.js'
import { OutboxRunner } from '../../../actors/email/outbox-runner.js'
import { accept } from '../../../actors/thread/ask.js'
import { silentLogger } from '../../../actors/thread/logger.js'
import { DAY_MS, MINUTE_MS } from '../../../engine/calendar/durations.js'
import { refuse } from '../../../engine/code.js'
import { SIGN_UP_CODE_MS } from '../../../engine/limits/sign-up.js'
import { letter, PLAIN_HEAD } from '../../../wire/letters/letter.js'
import { ConfigFront } from '../../given/fronts/config-front.js'
import { Refusal, SmtpPeer } from '../../given/peers/smtp-peer.js'

// E-mails from the outbox to mail servers that speak SMTP: what is sent, tried again, given up, and seen of it.

const EMAIL: QueuedEmail = {
  kind: 'mail',
  login: null,
  to: 'ada@example.com',
  content: { subject: 'Your code', text: 'It is 123456.' },
}

function given(test: Test, dataDir?: string) {
  const outboundAllow = ['127.0.0.0/8']
  const front = new ConfigFront(test, {
    outboundAllow,
    ...(dataDir === undefined ? {} : { dataDir }),
  })
  const handlers = deskHandlers(front.desk)
  const floor = { isGone: false }
  const mailer = new Mailer({ outboundAllow })
  const desk = {
    ask: async (name: 'outbox.take' | 'outbox.settle', asked: never) => {
      // Another thread answers: nothing is heard of it within the call.
      await null
      if (floor.isGone && name === 'outbox.settle') return refuse('unavailable', 'It is gone.')
      return handlers[name](asked)
    },
  }
  const { clock } = front
  const runner = new OutboxRunner({ desk: desk as never, mailer, clock, logger: silentLogger })
  front.onOutbox = () => runner.wake()
  runner.start()
  test.teardown(async () => {
    await runner.stop()
    await mailer.stop()
  })
  const outbox = new Outbox(front.desk)
  const queue = (over: Partial<QueuedEmail> = {}): number => {
    const queued = front.desk.change(() => outbox.add({ ...EMAIL, ...over }))
    if (!queued.ok) throw new Error(queued.message)
    outbox.announce()
    return queued.value
  }
  const server = async (port: number, over: object = {}): Promise<number> => {
    const { status, data, message } = await front.ask('POST /admin/v1/mail-servers', 'admin', {
      name: `At ${port}`,
      server: `127.0.0.1:${port}`,
      security: 'none',
      sender_email: 'desk@openfloor.example',
      sender_name: 'The Desk',
      is_default: true,
      ...over,
    })
    if (status !== 200) throw new Error(message)
    return data.id
  }
  const lines = async (query = '', as = 'admin') =>
    (await front.ask(`GET /admin/v1/mail/outbox${query}`, as)).data.items
  /** Looks again as each e-mail is settled. */
  const until = async (fits: (line: Record<string, unknown>) => boolean) => {
    for (;;) {
      const [line] = await lines()
      if (line !== undefined && fits(line)) return line
      await front.nextOutbox()
    }
  }
  return { front, handlers, outbox, queue, server, lines, until, runner, floor }
}

t.test('an e-mail goes out whole, under the id that was made with it', async (t) => {
  const peer = await SmtpPeer.start(t)
  const { queue, server, until, front } = given(t)
  const id = await server(peer.port, { login: 'desk', password: 'Sesame-open-7' })
  const html = '<p>Ä <b>code</b>: 123456</p>'
  queue({ content: { subject: 'Ihr Code für heute ✓', text: 'Ä: 123456', html } })
  const [sent] = await peer.until(1)
  const line = await until(({ state }) => state === 'sent')
  t.match(sent, { from: 'desk@openfloor.example', to: ['ada@example.com'], user: 'desk' })
  t.match(sent?.mime, {
    subject: 'Ihr Code für heute ✓',
    from: { name: 'The Desk', address: 'desk@openfloor.example' },
    to: [{ address: 'ada@example.com' }],
    text: /^Ä: 123456\s*$/,
    html: /Ä <b>code<\/b>: 123456/,
    messageId: `<${line.message_id}>`,
    date: '2026-03-02T10:00:00.000Z',
  })
  t.match(sent?.raw, /^auto-submitted: auto-generated/im)
  t.match(line, { attempts: 1, error: '', next_at: null, to: 'ada@example.com', server_id: null })
  const { data } = await front.ask(`GET /admin/v1/mail-servers/${id}`)
  t.match(data, { has_password: true, stats: { sent: 1, errors: 0, queued: 0 } })
  t.ok(data.stats.avg_send_seconds > 0)
  t.notOk('password' in data)
  const kept = front.desk.db.prepare('SELECT body FROM outbox').pluck().get()
  t.equal(kept, null, 'the text has gone')
})

t.test('a sent letter has amounts and times in the form of its language', async (t) => {
  const peer = await SmtpPeer.start(t)
  const { queue, server } = given(t)
  await server(peer.port)
  const values = {
    login: 1001,
    name: 'Ada',
    at: '2026-11-27T10:00:05.000Z',
    isStopOut: false,
    currency: 'EUR',
    equity: '-1234567.80',
    margin: '10000.00',
    callLevel: '100.5',
    stopOutLevel: '50',
    levelUnit: '%',
  }
  const sent = async (language: string, count: number): Promise<string> => {
    queue({ content: letter('marginCall', values, language, PLAIN_HEAD) })
    return (await peer.until(count)).at(-1)?.mime.text ?? ''
  }
  t.match(
    await sent('en', 1),
    /: 27 Nov 2026 10:00:05\n.*: −1,234,567\.80 EUR\n.*: 10,000\.00 EUR\n.*: 100\.5 %\n.*: 50 %/,
  )
  t.match(
    await sent('de-AT', 2),
    /: 27\.11\.2026 10:00:05\n.*: −1\.234\.567,80 EUR\n.*: 10\.000,00 EUR\n.*: 100,5 %\n.*: 50 %/,
  )
})

t.test('a subject reads as it was written, though it looks encoded', async (t) => {
  const peer = await SmtpPeer.start(t)
  const { queue, server } = given(t)
  await server(peer.port)
  const subjects = [
    '=?utf-8?q?A=0D=0AB?=',
    `${'Größe '.repeat(20)}=?x`,
    'Plain = ?',
    `é${'😀'.repeat(60)}`,
  ]
  for (const subject of subjects) queue({ content: { subject, text: '' } })
  const sent = await peer.until(subjects.length)
  t.same(sent.map(({ mime }) => mime.subject).sort(), subjects.sort())
})

t.test('nothing in a name or subject becomes a header or a recipient', async (t) => {
  const peer = await SmtpPeer.start(t)
  const { queue, server, outbox, front } = given(t)
  await server(peer.port, { sender_name: 'A, Bcc: <eve@example.com>' })
  const two = front.desk.change(() =>
    outbox.add({ ...EMAIL, content: { subject: 'a\r\nBcc: eve@example.com', text: '' } }),
  )
  t.match(two, { ok: false, code: 'invalid_input' })
  queue({
    content: { subject: 'Bcc: eve@example.com', text: '.\r\nRCPT TO:<eve@example.com>\r\n.' },
  })
  const [sent] = await peer.until(1)
  t.same(sent?.to, ['ada@example.com'])
  t.match(sent?.mime, { subject: 'Bcc: eve@example.com', bcc: undefined, cc: undefined })
  t.match(sent?.mime.text, /^\.\s+RCPT TO:<eve@example\.com>\s+\.\s*$/)
  for (const sender_name of ['a"b', 'a\nb', 'x'.repeat(129)]) {
    const wrong = front.ask('PATCH /admin/v1/mail-servers/1', 'admin', { version: 1, sender_name })
    t.match(await wrong, { status: 400, fields: ['sender_name'] })
  }
})

t.test('what fails is tried again after 1, 5, 15 and 60 minutes, then given up', async (t) => {
  const peer = await SmtpPeer.start(t)
  peer.onText = async () => new Refusal(451, 'Try later')
  const { queue, server, until, front, runner } = given(t)
  await server(peer.port)
  queue()
  for (const [attempts, minutes] of [
    [1, 1],
    [2, 5],
    [3, 15],
    [4, 60],
  ] as const) {
    const line = await until((one) => one['attempts'] === attempts)
    t.match(line, { state: 'queued', error: /^451 .*Try later/ })
    t.equal(Date.parse(line.next_at), front.now + minutes * MINUTE_MS)
    front.now += minutes * MINUTE_MS - 1
    runner.wake()
    t.equal((await until(() => true)).attempts, attempts, 'not before its time')
    front.now += 1
    runner.wake()
  }
  t.match(await until(({ state }) => state === 'failed'), { attempts: 5, next_at: null })
  t.match((await front.ask('GET /admin/v1/mail-servers/1')).data.stats, { sent: 0, errors: 1 })
})

t.test('what a mail server refuses for good is not tried again', async (t) => {
  const peer = await SmtpPeer.start(t)
  const { queue, server, until } = given(t)
  await server(peer.port)
  peer.onRecipient = () => new Refusal(550, 'No such mailbox')
  queue()
  t.match(await until(({ state }) => state === 'failed'), { attempts: 1, error: /^550 .*No such/ })
  peer.onRecipient = () => null
  peer.onText = async () => new Refusal(554, 'Spam')
  queue()
  t.match(await until(({ id, state }) => id === 2 && state === 'failed'), { error: /Spam/ })
  t.equal(peer.taken.length, 0)
})

t.test('a mail server that is dead or silent holds up no other', async (t) => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.teardown(() => silent.close())
  const peer = await SmtpPeer.start(t)
  const { queue, server, until } = given(t)
  const stuck = await server((silent.address() as AddressInfo).port)
  for (let i = 0; i < 8; i++) queue({ server: stuck })
  const good = await server(peer.port)
  for (let i = 0; i < 20; i++) queue({ server: good, to: `a${i}@example.com` })
  const sent = await peer.until(20)
  t.equal(new Set(sent.map(({ to }) => to[0])).size, 20)
  t.ok(peer.connections <= 4, `${peer.connections} connections`)
  const dead = await SmtpPeer.start(t)
  const gone = await server(dead.port)
  await dead.stop()
  queue({ server: gone })
  t.match(await until(({ attempts, state }) => attempts === 1 && state === 'queued'), {
    error: /cannot be reached/,
    server_id: gone,
  })
})

t.test('TLS is required where it is set, with a certificate that holds', async (t) => {
  const peer = await SmtpPeer.start(t)
  const plain = await SmtpPeer.start(t, { disabledCommands: ['STARTTLS'] })
  const wrapped = await SmtpPeer.start(t, { secure: true })
  const { queue, server, until } = given(t)
  for (const [port, security, said] of [
    [peer.port, 'starttls', /certificate/],
    [plain.port, 'starttls', /^TLS is required/],
    [wrapped.port, 'tls', /certificate/],
  ] as const) {
    await server(port, { security })
    const id = queue()
    t.match(await until((line) => line['id'] === id && line['attempts'] === 1), { error: said })
  }
  t.same([peer.taken, plain.taken, wrapped.taken], [[], [], []])
})

t.test('e-mails wait for a mail server, for three days; lines go after ninety', async (t) => {
  const { queue, handlers, lines, front } = given(t)
  queue()
  t.match(await lines(), [{ state: 'queued', attempts: 0 }])
  front.now += 3 * DAY_MS - 1
  handlers['outbox.sweep'](null)
  t.match(await lines(), [{ state: 'queued' }])
  front.now += 1
  handlers['outbox.sweep'](null)
  t.match(await lines(), [{ state: 'failed', error: /no mail server/ }])
  front.now += 90 * DAY_MS
  t.same(handlers['outbox.sweep'](null), accept(1))
  t.same(await lines(), [])
})

t.test('what is given up on the way keeps no place of what can be sent', async (t) => {
  const peer = await SmtpPeer.start(t)
  const { queue, server, front, lines, until, runner } = given(t)
  for (let i = 0; i < 20; i++) queue({ kind: 'code' })
  const sealed = Array.from({ length: 20 }, () => queue())
  const { db } = front.desk
  // As they would read with another key.
  db.prepare('UPDATE outbox SET body = (SELECT body FROM outbox WHERE id = 1) WHERE id >= ?').run(
    sealed[0],
  )
  const good = queue({ to: 'bob@example.com' })
  front.now += SIGN_UP_CODE_MS
  const id = await server(peer.port)
  runner.wake()
  t.match(await peer.until(1), [{ to: ['bob@example.com'] }])
  await until((line) => line['id'] === good && line['state'] === 'sent')
  t.equal((await lines('?state=failed&limit=50')).length, 40)
  t.equal(front.mailStats.of(id).queued, 0)
})

t.test('a crowd of what is given up is gone through in parts', async (t) => {
  const { queue, handlers, server, front, runner } = given(t)
  await runner.stop()
  await server(2525)
  for (let i = 0; i < 100; i++) queue({ kind: 'code' })
  const good = queue()
  front.now += SIGN_UP_CODE_MS
  const take = () => {
    const taken = handlers['outbox.take']({ busy: [] })
    if (!taken.ok) throw new Error(taken.message)
    return taken.value
  }
  t.same(take(), { emails: [], nextDue: front.now })
  t.match(take(), { emails: [{ id: good }], nextDue: null })
})

t.test('what could not be given up is looked at again in a minute', async (t) => {
  const { queue, handlers, server, front, runner } = given(t)
  await runner.stop()
  await server(2525)
  queue({ kind: 'code' })
  front.now += SIGN_UP_CODE_MS
  const { change } = front.desk
  Object.assign(front.desk, { change: () => refuse('unavailable', 'The disk is full.') })
  const taken = handlers['outbox.take']({ busy: [] })
  t.same(taken, accept({ emails: [], nextDue: front.now + MINUTE_MS }))
  Object.assign(front.desk, { change })
  t.same(handlers['outbox.take']({ busy: [] }), accept({ emails: [], nextDue: null }))
})

for (const how of ['the next look', 'the sweep']) {
  t.test(
    `what waits for a server that is deleted is sent by the default one: ${how}`,
    async (t) => {
      const peer = await SmtpPeer.start(t)
      const { queue, handlers, server, front, runner, until } = given(t)
      const other = await server(2525, { enabled: false, is_default: false })
      queue({ server: other })
      await server(peer.port)
      const gone = await front.ask(`DELETE /admin/v1/mail-servers/${other}`)
      t.equal(gone.status, 200)
      if (how === 'the sweep') t.same(handlers['outbox.sweep'](null), accept(1))
      else runner.wake()
      await peer.until(1)
      t.match(await until(({ state }) => state === 'sent'), { server_id: null })
      t.equal(front.mailStats.totals.queued, 0)
    },
  )
}

t.test('a code goes before letters, these before what is written to many', async (t) => {
  const { queue, handlers, server, runner, front } = given(t)
  await runner.stop()
  await server(2525)
  for (const kind of ['mail', 'statement', 'mail', 'welcome', 'report', 'code'] as const) {
    queue({ kind, content: { subject: kind, text: '' } })
    front.now += 1
  }
  const taken = handlers['outbox.take']({ busy: [] })
  const kinds = taken.ok ? taken.value.emails.map(({ email }) => email.content.subject) : []
  t.same(kinds, ['code', 'welcome', 'report', 'mail'])
})

t.test('after a crash it is sent again under the same id, and nothing is lost', async (t) => {
  const peer = await SmtpPeer.start(t)
  const first = given(t)
  await first.server(peer.port)
  // The mail server takes it, and nobody is there any more to write that down.
  first.floor.isGone = true
  first.queue()
  const [before] = await peer.until(1)
  await first.runner.stop()
  const second = given(t, first.front.dataDir)
  const all = await peer.until(2)
  await second.until(({ state }) => state === 'sent')
  t.equal(all[1]?.mime.messageId, before?.mime.messageId)
})

t.test('who reads the outbox sees accounts in scope, and addresses by their right', async (t) => {
  const { queue, handlers, lines, front } = given(t)
  const actor = { login: 1, ip: '', requestId: '' }
  handlers['accounts.create']({ actor, login: 1001, group: 'demo\\standard', hashes: {} })
  handlers['accounts.create']({ actor, login: 1002, group: 'real\\standard', hashes: {} })
  for (const login of [1001, 1002, null]) queue({ login, kind: 'welcome' })
  const seen = async (query: string, as?: string) =>
    (await lines(query, as)).map(({ login }: { login: number | null }) => login)
  t.same(await seen(''), [null, 1002, 1001])
  t.same(await seen('', 'admin in demo\\*'), [null, 1001])
  t.same(await seen('?login=1002&state=queued&kind=welcome'), [1002])
  t.match(await lines('', 'only config.mail'), [{ to: null }, { to: null }, { to: null }])
  const refused = { status: 403, code: 'forbidden' }
  t.match(await front.ask('GET /admin/v1/mail/outbox', 'without config.mail'), refused)
})
