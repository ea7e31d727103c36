import t from 'tap'
import { WholeServer } from '../given/fronts/whole-server.js'
import { SmtpPeer } from '../given/peers/smtp-peer.js'

// From a stranger to a trader: by a code and a demo account, and by an application that staff approve.

const ADA = {
  name: 'Ada King Lovelace',
  email: 'Ada@Example.com',
  country: 'GB',
  language: 'de',
} as const
const NOBODY = {}

t.test('a stranger trades on a demo account at once, and for real when staff agree', async (t) => {
  const server = await WholeServer.start(t)
  const peer = await SmtpPeer.start(t)
  await server.done('POST /admin/v1/mail-servers', peer.record)
  const { data: settings } = await server.ask('GET /admin/v1/settings')
  await server.done('PUT /admin/v1/settings', {
    ...settings,
    demo: true,
    real: true,
    confirm_demo: true,
    confirm_real: true,
    demo_deposit: '12345.678',
  })
  const register = (body: object) => server.ask('POST /trader/v1/register', NOBODY, body)
  const signIn = (login: number, password: string) =>
    server.ask('POST /trader/v1/auth/login', NOBODY, { login, password, terminal: 'desktop' })
  t.match((await server.ask('GET /trader/v1/register?country=gb', NOBODY)).data, {
    demo: true,
    real: true,
    confirm_demo: true,
  })

  const sent = await server.ask('POST /trader/v1/register/code', NOBODY, { email: ADA.email })
  t.match(sent, { status: 200, data: { confirmed: false, sent: true } })
  const [first] = await peer.until(1)
  t.same(first?.to, ['Ada@Example.com'])
  const code = /^Code: (\d{6})$/m.exec(first?.mime.text ?? '')?.[1] ?? ''
  t.equal(first?.mime.subject, 'Your confirmation code')
  t.match(first?.mime.html, new RegExp(`>${code}<`))

  const demo = { ...ADA, type: 'demo', password: 'Abcd12!x' }
  const opened = await register({ ...demo, code })
  t.match(opened, {
    status: 200,
    data: {
      type: 'demo',
      status: 'opened',
      group: 'demo\\standard',
      currency: 'USD',
      leverage: 100,
      deposit: '12345.67',
    },
  })
  const { login } = opened.data
  const tokens = await signIn(login, 'Abcd12!x')
  const trader = { authorization: `Bearer ${tokens.data.access_token}` }
  const account = await server.ask('GET /trader/v1/account', trader)
  t.match(account.data, {
    name: 'Ada',
    last_name: 'King Lovelace',
    language: 'de',
    balance: '12345.67',
  })

  t.match(await register({ ...ADA, type: 'real' }), {
    status: 200,
    data: { type: 'real', status: 'received', login: null, group: null },
  })
  const { data: waiting } = await server.ask('GET /admin/v1/applications?state=new')
  t.match(waiting, { total: 1, items: [{ state: 'new', group: 'real\\standard', country: 'GB' }] })
  const { id } = waiting.items[0]
  const approved = await server.done(`POST /admin/v1/applications/${id}/approve`, { leverage: 30 })
  t.match(approved, { state: 'approved', decided_by: 1 })
  const [, welcome] = await peer.until(2)
  t.match(welcome?.mime, { subject: `Ihr Handelskonto ${approved['login']} ist eröffnet` })
  const passwords = /^Passwort: (\S+)$/m.exec(welcome?.mime.text ?? '')?.[1] ?? ''
  t.match(welcome?.mime.text, /^Hebel: 1:30$/m)
  t.match(welcome?.mime.text, /^Kontoart: standard$/m)
  const signedIn = await signIn(Number(approved['login']), passwords)
  const client = { authorization: `Bearer ${signedIn.data.access_token}` }
  t.match(await server.ask('GET /trader/v1/account', client), {
    status: 403,
    code: 'auth.password_change_required',
  })
  const said = JSON.stringify([approved, (await server.ask('GET /admin/v1/journal')).data])
  t.notOk(said.includes(passwords), 'the password is in the e-mail alone')
  t.match(await server.ask(`POST /admin/v1/applications/${id}/approve`, server.staff, {}), {
    status: 409,
    code: 'conflict',
  })
})
