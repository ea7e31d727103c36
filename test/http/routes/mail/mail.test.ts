import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import type { FilesDeskAsker } from '../../../../actors/files/file-keeper.js'
import { Uploads } from '../../../../actors/files/uploads.js'
import {
  MAIL_BODY_BYTES_MAX,
  MAIL_DRAFT_KEPT_MS,
  MAIL_DRAFTS_MAX,
  MAIL_STEP_RECIPIENTS,
} from '../../../../engine/limits/mailbox.js'
import { filesRepo } from '../../../../storage/repos/records/files.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// Mail between a broker and its traders: who gets what, what a mailbox shows, drafts, files, and mails to groups.

const SEND = 'POST /admin/v1/mail'
const LIST = 'GET /admin/v1/mail'
const TRADER_SEND = 'POST /trader/v1/mail'
const TRADER_LIST = 'GET /trader/v1/mail'
const WRONG = { status: 400, code: 'invalid_input' }
const ACTOR = { login: 1, ip: '', requestId: '' }
const NO_MAIL = 'real\\ecn'

const base64 = (bytes: number): string => Buffer.alloc(bytes, 'a').toString('base64')
type Front = ConfigFront

function given(test: ConstructorParameters<typeof ConfigFront>[0]) {
  const held: { front?: Front } = {}
  const ask = async (name: string, asked: unknown) => {
    if (held.front === undefined) throw new Error('the front is there')
    const handlers = deskHandlers(held.front.desk) as unknown as Record<
      string,
      (a: unknown) => unknown
    >
    return handlers[name]?.(asked)
  }
  const desk = { ask } as unknown as FilesDeskAsker
  let dataDir = ''
  const uploads = {
    keep: (...asked: Parameters<Uploads['keep']>) =>
      new Uploads({ dataDir, reserveBytes: 0, desk, onLeftFile: () => undefined }).keep(...asked),
  } as unknown as Uploads
  const front = new ConfigFront(test, { services: { uploads } })
  dataDir = front.dataDir
  held.front = front
  const handlers = deskHandlers(front.desk)
  const make = (login: number, group: string, details: object = {}): void => {
    const made = handlers['accounts.create']({ actor: ACTOR, login, group, hashes: {}, details })
    if (!made.ok) throw new Error(made.message)
  }
  make(1001, 'demo\\standard', { name: 'Ada', last_name: 'Byron', email: 'ada@example.com' })
  make(1002, 'real\\standard', { name: 'Bob' })
  make(501, 'managers\\dealers', { name: 'Dora' })
  const trader = { audience: 'trader', rights: new Set<string>() } as const
  front.name('ada', { ...trader, login: 1001, group: 'demo\\standard' })
  front.name('bob', { ...trader, login: 1002, group: 'real\\standard' })
  front.name('investor', { ...trader, login: 1001, group: 'demo\\standard', readOnly: true })
  const send = (more: object = {}, as = 'admin') =>
    front.ask(SEND, as, { subject: 'Hello', body: 'Text', to_logins: [1001], ...more })
  const ofGroup = (path: string, input: object) => {
    const group = front.desk.config.world.named('groups', path)
    if (group !== undefined) front.change('groups', group.id, { ...input })
  }
  return { front, handlers, make, send, ofGroup }
}

t.test('a mail goes to each login once, and its sender keeps a copy', async (t) => {
  const { front, send } = given(t)
  const { data, status } = await send({ to_logins: [1001, 1002, 1001] })
  t.equal(status, 200)
  t.match(data, { delivered: 2, skipped: 0, emailed: 0 })
  t.match(data.mail, {
    folder: 'sent',
    from: 1,
    from_name: 'Administrator',
    recipients: '1001, 1002',
    subject: 'Hello',
    body: 'Text',
    read: true,
    attachments: [],
    draft: null,
    created_at: '2026-03-02T10:00:00.000Z',
    message_id: /^[0-9a-f-]{36}$/,
  })
  const page = (await front.ask(TRADER_LIST, 'ada')).data
  t.match(page, { enabled: true, page: 1, total: 1, unread: 1 })
  const [row] = page.items
  t.match(row, { folder: 'inbox', read: false, thread_count: 1, recipients: '1001', from: 1 })
  t.equal(row.thread_id, data.mail.thread_id)
  t.same((await front.ask(`${TRADER_LIST}?folder=sent`, 'ada')).data.items, [])
  const lines = front.lines.filter(({ kind }) => kind === 'mail')
  t.match(lines, [
    { actor: 1, login: 1001, masks: null, text: 'A mail went to the account 1001: Hello' },
    { actor: 1, login: 1002, masks: null, text: 'A mail went to the account 1002: Hello' },
  ])
  t.equal(lines.length, 2)
})

t.test(
  'an unknown login is invalid, one out of scope forbidden, and nobody has the mail',
  async (t) => {
    const { front, send } = given(t)
    t.match(await send({ to_logins: [1001, 7] }), { ...WRONG, fields: ['to_logins'] })
    const staff = { group_scope: ['demo\\*', 'managers\\*'], rights: ['mailbox'] }
    await front.ask('POST /admin/v1/staff', 'admin', { login: 501, ...staff })
    t.match(await send({ to_logins: [1001, 1002] }, 'login 501'), {
      status: 403,
      code: 'forbidden',
    })
    t.equal((await front.ask(TRADER_LIST, 'ada')).data.total, 0)
    t.match(await send({}, 'login 501'), { status: 200 })
  },
)

t.test('the sender reads how many recipients have a message and have read it', async (t) => {
  const { front, send } = given(t)
  const { mail } = (await send({ to_logins: [1001, 1002] })).data
  const path = `GET /admin/v1/mail/${mail.id}/delivery`
  const state = async () => (await front.ask(path)).data
  const by_email = { queued: 0, sent: 0, failed: 0 }
  t.same(await state(), { in_mailboxes: 2, read_by: 0, expected: null, by_email })
  const [got] = (await front.ask(TRADER_LIST, 'ada')).data.items
  await front.ask(`GET /trader/v1/mail/${got.id}`, 'ada')
  t.same(await state(), { in_mailboxes: 2, read_by: 1, expected: null, by_email })
  await front.ask(`DELETE /trader/v1/mail/${got.id}`, 'ada')
  t.same(await state(), { in_mailboxes: 1, read_by: 0, expected: null, by_email })
  // Nobody else reads it, and a received message has no recipients of its own.
  const rights = ['mailbox']
  await front.ask('POST /admin/v1/staff', 'admin', { login: 501, rights, group_scope: ['*'] })
  t.match(await front.ask(path, 'login 501'), { status: 404, code: 'not_found' })
  await front.ask(TRADER_SEND, 'ada', { subject: 'A question', body: 'x', to: 1 })
  const [received] = (await front.ask(LIST)).data.items
  t.match(await front.ask(`GET /admin/v1/mail/${received.id}/delivery`), { status: 404 })
})

t.test('mail of staff is not open on the trader side', async (t) => {
  const { front, send } = given(t)
  t.match(await send({ to_logins: [501] }), { status: 200 })
  const asTrader = { audience: 'trader', rights: new Set<string>(), login: 501 } as const
  const group = 'demo\\standard'
  front.name('dora', { ...asTrader, group, isOfStaff: true })
  front.name('dora without a profile', { ...asTrader, group })
  const { items } = (await front.ask(TRADER_LIST, 'dora without a profile')).data
  t.equal(items.length, 1)
  const off = { enabled: false, items: [], page: 1, total: 0, unread: 0 }
  t.same((await front.ask(TRADER_LIST, 'dora')).data, off)
  t.same((await front.ask(`${TRADER_LIST}?thread=${items[0].thread_id}`, 'dora')).data, [])
  t.same((await front.ask('GET /trader/v1/mailboxes', 'dora')).data, [])
  const no = { status: 403, code: 'forbidden', message: /at the desk/ }
  const one = `/trader/v1/mail/${items[0].id}`
  for (const name of [`GET ${one}`, `DELETE ${one}`, `GET ${one}/attachments/1`]) {
    t.match(await front.ask(name, 'dora'), no, name)
  }
  const said = { subject: 'x', to: 1 }
  t.match(await front.ask(TRADER_SEND, 'dora', said), no)
  t.match(await front.ask('POST /trader/v1/mail/drafts', 'dora', said), no)
})

t.test('recipients are named by one of logins and groups, and have mail', async (t) => {
  const { front, send, make, ofGroup } = given(t)
  make(1003, NO_MAIL)
  ofGroup(NO_MAIL, { mail_enabled: false })
  for (const more of [{ to_group: '*' }, { to_logins: undefined }, { to_logins: [] }]) {
    t.match(await send(more), WRONG)
  }
  t.match(await send({ to_logins: [1003] }), WRONG)
  t.match((await send({ to_logins: [1001, 1003] })).data, { delivered: 1, skipped: 1 })
  front.name('none', { audience: 'trader', rights: new Set(), login: 1003, group: NO_MAIL })
  const off = { enabled: false, items: [], page: 1, total: 0, unread: 0 }
  t.same((await front.ask(TRADER_LIST, 'none')).data, off)
  t.same((await front.ask(`${TRADER_LIST}?thread=1`, 'none')).data, [])
  t.same((await front.ask('GET /trader/v1/mailboxes', 'none')).data, [])
  const said = { subject: 'x', to: 1 }
  t.match(await front.ask(TRADER_SEND, 'none', said), { status: 403, code: 'forbidden' })
  t.match(await front.ask('POST /trader/v1/mail/drafts', 'none', {}), { status: 403 })
})

t.test('a trader writes to mailboxes, and the answer joins the thread', async (t) => {
  const { front, send } = given(t)
  const staff = { group_scope: ['demo\\*'], rights: ['mailbox'], mailbox_name: 'Dealing' }
  await front.ask('POST /admin/v1/staff', 'admin', { login: 501, ...staff })
  t.same((await front.ask('GET /trader/v1/mailboxes', 'ada')).data, [
    { login: 1, name: 'Administrator' },
    { login: 501, name: 'Dealing' },
  ])
  t.same(
    (await front.ask('GET /trader/v1/mailboxes', 'bob')).data.map(
      (row: { login: number }) => row.login,
    ),
    [1],
  )
  const question = { subject: 'Why {{login}}?', body: '…', to: 501 }
  t.match(await front.ask(TRADER_SEND, 'bob', question), { ...WRONG, fields: ['to'] })
  t.match(await front.ask(TRADER_SEND, 'investor', question), { code: 'trade.read_only' })
  const { data: asked } = await front.ask(TRADER_SEND, 'ada', question)
  t.match(asked, { folder: 'sent', from_name: 'Ada Byron', recipients: '501' })
  const [row] = (await front.ask(LIST, 'login 501')).data.items
  t.match(row, { subject: 'Why {{login}}?', from: 1001, thread_id: asked.thread_id })
  const answer = { subject: 'Re', body: 'So', reply_to: row.id, to_logins: [1001] }
  t.match(await send({ reply_to: row.id }), { status: 404, code: 'not_found' }, 'of somebody else')
  t.match((await send(answer, 'login 501')).data.mail, { thread_id: asked.thread_id })
  const thread = (await front.ask(`${TRADER_LIST}?thread=${asked.thread_id}&limit=x1`, 'ada'))
    .status
  t.equal(thread, 400)
  const all = (await front.ask(`${TRADER_LIST}?thread=${asked.thread_id}`, 'ada')).data
  t.match(all, [
    { folder: 'sent', subject: 'Why {{login}}?' },
    { folder: 'inbox', subject: 'Re', from_name: 'Dealing', read: true },
  ])
  t.equal((await front.ask(TRADER_LIST, 'ada')).data.unread, 0, 'all of it is read')
  const text = 'A mail went to the mailbox 501: Why {{login}}?'
  t.ok(front.lines.some((line) => line.text === text && line.login === 1001))
})

t.test('a list has a row for each thread, and pages', async (t) => {
  const { front, send } = given(t)
  const first = (await send({ subject: 'one' })).data.mail
  await send({ subject: 'two' })
  await send({ subject: 'three', reply_to: first.id })
  const inbox = (await front.ask(`${TRADER_LIST}?limit=1`, 'ada')).data
  t.match(inbox, { total: 2, unread: 3, page: 1 })
  t.match(inbox.items, [{ subject: 'three', thread_count: 2, read: false }])
  await front.ask(`GET /trader/v1/mail/${inbox.items[0].id}`, 'ada')
  const again = (await front.ask(`${TRADER_LIST}?limit=1&page=2`, 'ada')).data
  t.match(again, { unread: 2, page: 2, items: [{ subject: 'two' }] })
  const both = (await front.ask(`${TRADER_LIST}?limit=1000`, 'ada')).data.items
  t.match(both, [{ subject: 'three', read: false }, { subject: 'two' }], 'one is not read')
  t.match(await front.ask(`${TRADER_LIST}?limit=ten`, 'ada'), WRONG)
  t.match(await front.ask(`${TRADER_LIST}?folder=spam`, 'ada'), WRONG)
  const { id } = both[1]
  t.match(await front.ask(`DELETE /trader/v1/mail/${id}`, 'bob'), { status: 404 })
  t.match(await front.ask(`DELETE /trader/v1/mail/${id}`, 'ada'), { status: 200, data: null })
  t.match(await front.ask(`GET /trader/v1/mail/${id}`, 'ada'), { status: 404 })
  t.equal((await front.ask(`${LIST}?folder=sent`)).data.total, 2, 'the sender keeps theirs')
})

t.test('words in braces are filled for each, and unknown ones stay', async (t) => {
  const { front, send } = given(t)
  const body = '{{login}} {{name}} {{group}} {{currency}} {{company}} {{nothing}} $&'
  const { data } = await send({ subject: 'To {{name}}', body, to_logins: [1001, 1002] })
  t.match(data.mail, { subject: 'To {{name}}', body }, 'the sent copy is as it was typed')
  const [row] = (await front.ask(TRADER_LIST, 'ada')).data.items
  t.equal(row.subject, 'To Ada Byron')
  t.equal(row.body, '1001 Ada Byron demo\\standard USD Openfloor Demo {{nothing}} $&')
})

t.test('subject, body and files keep their bounds', async (t) => {
  const { front, send } = given(t)
  t.match(await send({ subject: '' }), WRONG)
  t.match(await send({ subject: 'a\nb' }), WRONG)
  t.match(await send({ subject: 'ä'.repeat(256) }), { status: 200 })
  t.match(await send({ subject: 'ä'.repeat(257) }), WRONG)
  t.match(await send({ body: 'ä'.repeat(MAIL_BODY_BYTES_MAX / 2) }), { status: 200 })
  t.match(await send({ body: `a${'ä'.repeat(MAIL_BODY_BYTES_MAX / 2)}` }), WRONG)
  const file = (bytes: number, name = 'a.txt') => ({ name, content: base64(bytes) })
  const files = (...attachments: object[]) => send({ attachments })
  const MIB = 1024 * 1024
  const two = await files(file(MIB), file(MIB, 'b.log'))
  t.match(two.data.mail.attachments, [
    { name: 'a.txt', size: MIB },
    { name: 'b.log', size: MIB },
  ])
  for (const wrong of [
    [file(MIB + 1)],
    [file(MIB), file(MIB), file(1)],
    Array.from({ length: 6 }, () => file(1)),
    [{ name: 'a.txt', content: '' }],
    [{ name: 'a.txt', content: 'YW=J' }],
    [file(8, 'a.exe')],
    [file(8, '../b.txt')],
    [file(8, 'c:\\b.txt')],
    [file(8, 'a.png')],
  ]) {
    t.match(await files(...wrong), WRONG)
  }
  t.match((await files(...Array.from({ length: 5 }, () => file(1)))).status, 200)
  const many = Array.from({ length: 1001 }, (_, n) => n + 1)
  t.match(await send({ to_logins: many }), WRONG)
  t.match(await send({ to_logins: undefined, to_group: '*'.repeat(129) }), WRONG)
  const found = (await front.ask(TRADER_LIST, 'ada')).data.items
  t.equal(found.length, 4)
})

t.test('a draft is rewritten, keeps its files, and is gone when it was sent', async (t) => {
  const { front, send, handlers } = given(t)
  const save = (body: object, path = '') => {
    const method = path === '' ? 'POST' : 'PUT'
    return front.ask(`${method} /admin/v1/mail/drafts${path}`, 'admin', body)
  }
  const { data: empty } = await save({})
  t.match(empty, {
    folder: 'draft',
    subject: '',
    draft: { email: false, reply_to: 0, to: 0, to_group: '', to_logins: [], version: 1 },
  })
  const said = { subject: 'S', body: 'B', to_logins: [7], email: true, to: 9 }
  const { data: draft } = await save({ id: empty.id, ...said })
  t.match(draft, { id: empty.id, draft: { to_logins: [7], email: true, to: 0, version: 2 } })
  t.match(await save({ id: empty.id, version: 1 }), { status: 409, message: /at version 2/ })
  t.match((await save({ id: empty.id, ...said, version: 2 })).data, { draft: { version: 3 } })
  const upload = {
    id: 'a'.repeat(32),
    owner: 1,
    kind: 'mail',
    name: 'n.txt',
    media: 'text/plain',
  } as const
  handlers['files.add']({ ...upload, bytes: 5, sha256: 'x' })
  const attached = handlers['mail.attach']({ owner: 1, id: draft.id, upload: upload.id })
  t.ok(attached.ok)
  const rewritten = (await save({ id: 4711, subject: 'T' }, `/${draft.id}`)).data
  t.match(rewritten, { subject: 'T', body: '', draft: { to_logins: [], email: false } })
  t.match(rewritten.attachments, [{ name: 'n.txt', size: 5 }])
  t.match(await save({ reply_to: 99 }), { status: 404 })
  t.match(await save({ id: 99 }), { status: 404 })
  t.match(await save({}, '/99'), { status: 404 })
  t.match(await front.ask(`PUT /trader/v1/mail/drafts/${draft.id}`, 'ada', {}), { status: 404 })
  t.match(await send({ draft_id: 99 }), { status: 404 })
  const sent = (await send({ draft_id: draft.id })).data.mail
  t.match(sent.attachments, [{ name: 'n.txt' }])
  t.match((await front.ask(`${LIST}?folder=draft`)).data, { total: 0, items: [] })
  const [row] = (await front.ask(TRADER_LIST, 'ada')).data.items
  t.match(row.attachments, [{ id: sent.attachments[0].id, name: 'n.txt' }])
  const files = filesRepo(front.desk.db)
  await front.ask(`DELETE /admin/v1/mail/${sent.id}`)
  t.equal(files.get(upload.id)?.state, 'whole', 'one copy is left')
  await front.ask(`DELETE /trader/v1/mail/${row.id}`, 'ada')
  t.equal(files.get(upload.id)?.state, 'gone', 'with the last copy it goes')
})

t.test('a mail from a draft says what the draft says, but for what is given', async (t) => {
  const { front, send } = given(t)
  const { data: asked } = await send({ subject: 'Before' })
  const both = { subject: 'S {{login}}', body: 'B', reply_to: asked.mail.id }
  const save = async (draft: object, as = 'admin', side = 'admin') =>
    (await front.ask(`POST /${side}/v1/mail/drafts`, as, { ...both, ...draft })).data.id as number
  const key = { 'idempotency-key': '3f2b8c1e-5d0a-4b7e-9a51-0c2d4e6f8a11' }
  const sent = async (body: object, as = 'admin', path = SEND) =>
    front.ask(path, as, body, as === 'admin' ? key : {})
  const whole = { draft_id: await save({ to_logins: [1001, 1002] }) }
  const first = await sent(whole)
  t.match(first.data, { delivered: 2, mail: { body: 'B', thread_id: asked.mail.thread_id } })
  t.same(
    (await sent(whole)).data,
    first.data,
    'the repeat has the first answer, though the draft is gone',
  )
  t.match((await front.ask(TRADER_LIST, 'bob')).data.items, [{ subject: 'S 1002', body: 'B' }])
  const more = { draft_id: await save({ to_group: 'demo\\*' }) }
  const other = { ...more, subject: 'T', to_logins: [1002], body: '', reply_to: 0 }
  const { mail } = (await front.ask(SEND, 'admin', other)).data
  t.match(mail, { recipients: '1002', subject: 'T', body: '' })
  t.not(mail.thread_id, asked.mail.thread_id)
  const group = await front.ask(SEND, 'admin', { draft_id: await save({ to_group: 'demo*' }) })
  t.match(group.data, { delivered: 1, mail: { recipients: 'demo*', body: 'B' } })
  const lacking: readonly (readonly [draft: object, field: string])[] = [
    [{}, 'to_logins'],
    [{ to_logins: [1001], to_group: '*' }, 'to_logins'],
    [{ to_logins: [1001], subject: '' }, 'subject'],
    [{ to_logins: [1001], email: true }, 'server_id'],
  ]
  for (const [draft, field] of lacking) {
    const draft_id = await save(draft)
    t.match(await front.ask(SEND, 'admin', { draft_id }), { ...WRONG, fields: [field] })
    t.equal((await front.ask(`GET /admin/v1/mail/${draft_id}`)).data.folder, 'draft')
  }
  const own = { draft_id: await save({ to: 1, reply_to: 0 }, 'ada', 'trader') }
  t.match((await sent(own, 'ada', TRADER_SEND)).data, { subject: 'S {{login}}', body: 'B' })
  t.match(await sent(own, 'ada', TRADER_SEND), { status: 404 })
  const none = { draft_id: await save({ reply_to: 0 }, 'ada', 'trader') }
  t.match(await sent(none, 'ada', TRADER_SEND), { ...WRONG, fields: ['to'] })
})

t.test('a draft that was saved elsewhere meanwhile is not sent', async (t) => {
  const { front, handlers } = given(t)
  const draft = { subject: 'S', body: 'old', to_logins: [1001] }
  const { id } = (await front.ask('POST /admin/v1/mail/drafts', 'admin', draft)).data
  const seen = { id, version: 1 }
  await front.ask('POST /admin/v1/mail/drafts', 'admin', { ...draft, id, body: 'new' })
  const mail = { subject: 'S', body: 'old', to: [1001], uploads: [], replyTo: 0, server: null }
  t.match(handlers['mail.send']({ actor: ACTOR, ...mail, draft: seen }), { code: 'conflict' })
  t.match((await front.ask(`GET /admin/v1/mail/${id}`)).data, { folder: 'draft', body: 'new' })
})

t.test('drafts have a bound, and go 90 days after their last change', async (t) => {
  const { front, handlers } = given(t)
  const draft = { email: false, reply_to: 0, to: 0, to_group: '', to_logins: [] }
  const save = (id = 0) =>
    handlers['mail.save_draft']({ owner: 1001, id, subject: 's', body: '', draft, version: null })
  const first = save()
  for (let n = 1; n < MAIL_DRAFTS_MAX; n++) save()
  t.match(save(), { ok: false, code: 'conflict' })
  front.now += MAIL_DRAFT_KEPT_MS - 1
  t.match(handlers['mail.sweep'](null), { value: 0 })
  t.ok(first.ok && save(first.value.mail.id).ok)
  front.now += 1
  t.match(handlers['mail.sweep'](null), { value: MAIL_DRAFTS_MAX - 1 })
  t.equal((await front.ask(`${TRADER_LIST}?folder=draft`, 'ada')).data.total, 1)
})

t.test('staff empty the drafts of an account that they reach, and archiving it does', async (t) => {
  const { front, handlers } = given(t)
  const draft = { email: false, reply_to: 0, to: 0, to_group: '', to_logins: [] }
  const written = (owner: number) => {
    const asked = { owner, id: 0, subject: 's', body: '', draft, version: null }
    const saved = handlers['mail.save_draft'](asked)
    if (!saved.ok) throw new Error(saved.message)
    const file = { id: `${owner}`.padStart(32, 'a'), owner, kind: 'mail', name: 'n.txt' } as const
    handlers['files.add']({ ...file, media: 'text/plain', bytes: 5, sha256: 'x' })
    handlers['mail.attach']({ owner, id: saved.value.mail.id, upload: file.id })
    return () => filesRepo(front.desk.db).get(file.id)?.state
  }
  const [ofAda, ofBob] = [written(1001), written(1002)]
  const remove = (login: number, as = 'admin') =>
    front.ask(`DELETE /admin/v1/accounts/${login}/mail/drafts`, as)
  const staff = { group_scope: ['demo\\*', 'managers\\*'], rights: ['mailbox'] }
  await front.ask('POST /admin/v1/staff', 'admin', { login: 501, ...staff })
  t.match(await remove(1002, 'login 501'), { status: 404 }, 'out of scope')
  t.match(await remove(1, 'login 501'), { status: 404 }, 'a staff user, whom it may not manage')
  t.equal(ofBob(), 'whole')
  t.match(await remove(1001, 'login 501'), { status: 200, data: { removed: 1 } })
  const text = 'The drafts of the account 1001 were removed: 1'
  t.match(front.lines.at(-1), { kind: 'mail', actor: 501, login: 1001, text })
  t.equal(ofAda(), 'gone', 'with their files')
  t.match(await remove(1001), { data: { removed: 0 } })
  t.equal(front.lines.at(-1)?.text, text, 'where nothing goes there is no line')
  const archived = { actor: ACTOR, login: 1002, isFlat: true }
  t.match(handlers['accounts.archive'](archived), { ok: true })
  t.equal(ofBob(), 'gone')
  t.equal((await front.ask(`${TRADER_LIST}?folder=draft`, 'bob')).data.total, 0)
})

t.test('a mail to groups reaches each account once, in steps', async (t) => {
  const { front, make, send, handlers, ofGroup } = given(t)
  const count = 2 * MAIL_STEP_RECIPIENTS
  for (let n = 0; n < count - 1; n++) make(20_000 + n, 'demo\\standard', { name: `N${n}` })
  make(1003, NO_MAIL)
  ofGroup(NO_MAIL, { mail_enabled: false })
  const { data } = await send({ to_logins: undefined, to_group: '!managers*,*', body: '{{login}}' })
  t.match(data, { delivered: count + 1, skipped: 1, mail: { recipients: '!managers*,*' } })
  t.match(front.lines.at(-1), {
    kind: 'mail',
    login: null,
    masks: ['*', '!managers*'],
    text: 'A mail went to the groups *, !managers*: Hello',
  })
  t.match(handlers['mail.deliver'](null), { value: true })
  t.equal((await front.ask(`DELETE /admin/v1/mail/${data.mail.id}`)).status, 200)
  const { db } = front.desk
  db.prepare('UPDATE accounts SET group_path = ? WHERE login = 20000').run('real\\standard')
  let steps = 1
  for (let more = true; more; steps++) {
    const step = handlers['mail.deliver'](null)
    more = step.ok && step.value
  }
  t.ok(steps < 8)
  const copies = db.prepare<[], { owner: number; n: number }>(
    "SELECT owner, count(*) AS n FROM mail_copies WHERE folder = 'inbox' GROUP BY owner",
  )
  t.equal(copies.all().length, count + 1)
  t.ok(copies.all().every(({ n }) => n === 1))
  t.equal(db.prepare('SELECT count(*) FROM mail_deliveries').pluck().get(), 0)
  const [row] = (await front.ask(TRADER_LIST, 'bob')).data.items
  t.equal(row.body, '1002')
})

t.test('whoever reaches a mask whole reads of a mail to it, and nobody else', async (t) => {
  const { front, send } = given(t)
  front.name('narrow', { rights: new Set(['journal']), groupScope: ['demo\\*'] })
  await send({ to_logins: undefined, to_group: 'demo\\*,real\\*', subject: 'To two' })
  await send({ to_logins: undefined, to_group: '*,!managers\\*', subject: 'To all' })
  const read = async (as: string) =>
    (await front.ask('GET /admin/v1/journal?kind=mail', as)).data.items.map(
      ({ text }: { text: string }) => text,
    )
  const [demo, real] = ['demo', 'real'].map(
    (root) => `A mail went to the groups ${root}\\*: To two`,
  )
  t.same(await read('narrow'), [demo])
  t.same(await read('admin'), ['A mail went to the groups *, !managers\\*: To all', real, demo])
})

t.test('e-mails beside a mail need an address and an enabled mail server', async (t) => {
  const { front, send } = given(t)
  const both = { to_logins: [1001, 1002], email: true, body: 'Dear {{name}}' }
  t.match(await send(both), { ...WRONG, fields: ['server_id'] })
  const server = {
    name: 'Main',
    server: 'mail.example.com:25',
    security: 'none',
    sender_email: 'a@b.example',
  }
  const { data: made } = await front.ask('POST /admin/v1/mail-servers', 'admin', server)
  const second = { ...server, name: 'Second' }
  const other = (await front.ask('POST /admin/v1/mail-servers', 'admin', second)).data
  t.match(await send(both), WRONG, 'two, and none is the default one')
  front.change('mail_servers', other.id, { enabled: false })
  t.match(await send({ ...both, server_id: 99 }), { ...WRONG, fields: ['server_id'] })
  const { data } = await send({ ...both, server_id: made.id })
  t.match(data, { delivered: 2, emailed: 1 })
  t.same((await front.ask(`GET /admin/v1/mail/${data.mail.id}/delivery`)).data.by_email, {
    queued: 1,
    sent: 0,
    failed: 0,
  })
  t.match((await send(both)).data, { emailed: 1 }, 'the only one that is enabled is the default')
  const { items } = (await front.ask('GET /admin/v1/mail/outbox')).data
  const email = { kind: 'mail', to: 'ada@example.com', login: 1001, subject: 'Hello', error: '' }
  t.match(items, [email, email])
  front.change('mail_servers', made.id, { enabled: false })
  const waiting = (await front.ask('GET /admin/v1/mail/outbox')).data.items
  t.match(waiting, [
    { error: /no enabled default/ },
    { error: 'The mail server Main is disabled.' },
  ])
  t.match(await send({ ...both, server_id: made.id }), WRONG)
})
