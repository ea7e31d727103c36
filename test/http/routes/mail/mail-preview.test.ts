import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { MAIL_BODY_BYTES_MAX } from '../../../../engine/limits/mailbox.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// What a mail comes to before it is sent: how many get it, and how one of them reads it.

const PREVIEW = 'POST /admin/v1/mail/preview'
const WRONG = { status: 400, code: 'invalid_input' }
const ACTOR = { login: 1, ip: '', requestId: '' }

function given(test: ConstructorParameters<typeof ConfigFront>[0]) {
  const front = new ConfigFront(test)
  const handlers = deskHandlers(front.desk)
  const make = (login: number, group: string, details: object): void => {
    const made = handlers['accounts.create']({ actor: ACTOR, login, group, hashes: {}, details })
    if (!made.ok) throw new Error(made.message)
  }
  make(2001, 'demo\\standard', { name: 'Ada', last_name: 'Byron', email: 'ada@example.com' })
  make(2002, 'real\\standard', { name: 'Bob' })
  make(2003, 'real\\ecn', { name: 'Cem' })
  const ecn = front.desk.config.world.named('groups', 'real\\ecn')
  front.change('groups', ecn?.id ?? 0, { mail_enabled: false })
  const preview = (asked: object, as = 'admin') =>
    front.ask(PREVIEW, as, { subject: 'To {{login}}', body: 'Dear {{name}}, {{x}}', ...asked })
  return { front, make, preview }
}

t.test('a mail is seen as one of its recipients reads it, and nothing is sent', async (t) => {
  const { front, preview } = given(t)
  const before = front.lines.length
  const named = await preview({ to_logins: [2001, 2002, 2003, 2001], login: 2002 })
  t.match(named, {
    status: 200,
    data: {
      recipients: 2,
      skipped: 1,
      emails: 1,
      login: 2002,
      subject: 'To 2002',
      body: 'Dear Bob, {{x}}',
    },
  })
  t.match((await preview({ to_logins: [2003, 2001] })).data, { login: 2001, skipped: 1 })
  const groups = await preview({ to_group: 'real\\*' })
  t.match(groups.data, { recipients: 1, skipped: 1, emails: 0, login: 2002, subject: 'To 2002' })
  t.match((await preview({ to_group: '*', login: 2001 })).data, { body: 'Dear Ada Byron, {{x}}' })
  t.match((await front.ask('GET /admin/v1/mail?folder=sent')).data, { total: 0 })
  t.equal(front.lines.length, before)
})

t.test('names and whether there is an address are told to who may see them', async (t) => {
  const { front, make, preview } = given(t)
  for (const [login, right] of [
    [501, 'accounts.email'],
    [502, 'accounts.name'],
  ] as const) {
    make(login, 'managers\\dealers', { name: 'Dora' })
    const rights = ['mailbox', right]
    await front.ask('POST /admin/v1/staff', 'admin', { login, group_scope: ['*'], rights })
  }
  const asked = { to_logins: [2001], subject: '{{login}} {{name}}' }
  const whole = { emails: 1, subject: '2001 Ada Byron', body: 'Dear Ada Byron, {{x}}' }
  t.match((await preview(asked)).data, whole)
  t.match((await preview(asked, 'login 501')).data, {
    emails: 1,
    subject: '2001 {{name}}',
    body: 'Dear {{name}}, {{x}}',
  })
  t.match((await preview(asked, 'login 502')).data, { ...whole, emails: null })
})

t.test('where nobody is left it says so, and what is typed stays', async (t) => {
  const { preview } = given(t)
  const nobody = { recipients: 0, login: null, subject: 'To {{login}}' }
  t.match((await preview({ to_logins: [2003] })).data, { ...nobody, skipped: 1 })
  t.match((await preview({ to_group: 'none\\*' })).data, { ...nobody, skipped: 0 })
  t.match((await preview({ to_group: 'real\\*', subject: '', body: '' })).data, { body: '' })
})

t.test('it is refused as the mail itself would be', async (t) => {
  const { front, make, preview } = given(t)
  t.match(await preview({}), WRONG)
  t.match(await preview({ to_logins: [2001], to_group: '*' }), WRONG)
  t.match(await preview({ to_logins: [77] }), { ...WRONG, fields: ['to_logins'] })
  t.match(await preview({ to_logins: [2001], login: 2002 }), { ...WRONG, fields: ['login'] })
  t.match(await preview({ to_group: 'demo\\*', login: 2002 }), { ...WRONG, fields: ['login'] })
  t.match(await preview({ to_logins: [2003], login: 2003 }), { ...WRONG, fields: ['login'] })
  make(501, 'managers\\dealers', { name: 'Dora' })
  const staff = { group_scope: ['demo\\*', 'managers\\*'], rights: ['mailbox'] }
  await front.ask('POST /admin/v1/staff', 'admin', { login: 501, ...staff })
  const scoped = 'login 501'
  t.match(await preview({ to_logins: [2002] }, scoped), { status: 403, code: 'forbidden' })
  t.match((await preview({ to_group: 'demo\\*' }, scoped)).data, { recipients: 1, login: 2001 })
  t.match(await preview({ to_group: '*', login: 2002 }, scoped), { ...WRONG, fields: ['login'] })
  t.match(await preview({ to_logins: [2001] }, 'without mailbox'), { status: 403 })
  const long = 'ä'.repeat(MAIL_BODY_BYTES_MAX / 2 + 1)
  t.match(await preview({ to_logins: [2001], body: long }), { ...WRONG, fields: ['body'] })
})
