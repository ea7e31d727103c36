import t from 'tap'
import { ensureAdministrator } from '../../../../actors/desk/start/administrator.js'
import { codeOf } from '../../../given/codes.js'
import { cookieHeader, type FrontAnswer, startFront } from '../../../given/fronts/front.js'

// One-time codes of accounts, as staff reset them.

const PASSWORD = 'Abcd12!x'
const ACCOUNTS = '/admin/v1/accounts'

const front = await startFront(t)
await ensureAdministrator(front.desk, front.passwords, PASSWORD)
let hosts = 0
const admin = await signIn(1, 'admin')

function signIn(login: number, side = 'trader', over: object = {}): Promise<FrontAnswer> {
  const body = { login, password: PASSWORD, ...over }
  return front.ask(`POST /${side}/v1/auth/login`, { body, address: `198.51.100.${++hosts}` })
}

function ask(what: string, session: FrontAnswer, body?: unknown): Promise<FrontAnswer> {
  const csrf = String(session.data['csrf_token'])
  const headers = { cookie: cookieHeader(session.cookies), 'x-csrf-token': csrf }
  return front.ask(what, body === undefined ? { headers } : { headers, body })
}

/** A login whose codes are on, with a session. */
async function withCodes(group: string, side = 'trader') {
  const login = await front.openAccount({ master: PASSWORD }, group)
  if (side === 'admin') {
    const body = { login, rights: ['journal'], group_scope: ['*'] }
    t.match(await ask('POST /admin/v1/staff', admin, body), { status: 200 })
  }
  const session = await signIn(login, side)
  const enrolled = await ask(`POST /${side}/v1/auth/otp/enrol`, session)
  const code = codeOf(enrolled.data['secret'])
  t.match(await ask(`POST /${side}/v1/auth/otp/confirm`, session, { code }), { status: 200 })
  return { login, session }
}

async function clerk(rights: readonly string[], ...group_scope: readonly string[]) {
  const login = await front.openAccount({ master: PASSWORD }, 'managers\\dealers')
  const body = { login, rights, group_scope }
  t.match(await ask('POST /admin/v1/staff', admin, body), { status: 200 })
  return signIn(login, 'admin')
}

function lines(login: number): string[] {
  return front.edit((db) =>
    db
      .prepare<[number], string>(
        `SELECT text FROM journal WHERE login = ? AND kind = 'account.otp'`,
      )
      .pluck()
      .all(login),
  )
}

t.test('reset-otp ends the sessions, forgets the secret and is journaled', async (t) => {
  const { login, session } = await withCodes('real\\standard')
  t.match(await signIn(login), { code: 'auth.otp_required' })
  t.match(await ask(`POST ${ACCOUNTS}/${login}/reset-otp`, admin), { status: 200, data: null })
  t.match(await ask('GET /trader/v1/auth/me', session), { code: 'auth.session_expired' })
  t.match(await signIn(login), { status: 200 })
  const kept = front.edit((db) =>
    db.prepare('SELECT count(*) FROM one_time_codes WHERE login = ?').pluck().get(login),
  )
  t.equal(kept, 0)
  t.same(lines(login), [`The one-time codes of ${login} were reset; 1 session closed`])
  t.match(await ask(`POST ${ACCOUNTS}/${login}/reset-otp`, admin), { status: 200 })
  t.equal(lines(login).length, 1, 'who has none is left alone')
  t.match(await signIn(login), { status: 200 })
})

t.test('a secret that waits to be confirmed goes too', async (t) => {
  const login = await front.openAccount({ master: PASSWORD })
  const session = await signIn(login)
  const { data } = await ask('POST /trader/v1/auth/otp/enrol', session)
  await ask(`POST ${ACCOUNTS}/${login}/reset-otp`, admin)
  const next = await signIn(login)
  const body = { code: codeOf(data['secret']) }
  const confirmed = await ask('POST /trader/v1/auth/otp/confirm', next, body)
  t.match(confirmed, { status: 401, code: 'auth.otp_not_set' })
})

t.test('that of a staff user is for who may manage that user, and never the own', async (t) => {
  const { login } = await withCodes('managers\\dealers', 'admin')
  const path = `POST ${ACCOUNTS}/${login}/reset-otp`
  const lesser = await clerk(['accounts.passwords', 'config.staff'], '*')
  t.match(
    await ask(path, lesser),
    { status: 403, code: 'forbidden' },
    'holds a right that it lacks',
  )
  t.match(await ask(path, admin), { status: 200 })
  const own = await clerk(['accounts.passwords', 'config.staff'], '*')
  const enrolled = await ask('POST /admin/v1/auth/otp/enrol', own)
  const code = codeOf(enrolled.data['secret'])
  t.match(await ask('POST /admin/v1/auth/otp/confirm', own, { code }), { status: 200 })
  const { login: mine } = own.data['session'] as { login: number }
  const refused = await ask(`POST ${ACCOUNTS}/${mine}/reset-otp`, own)
  t.match(refused, { status: 403, code: 'forbidden' })
  t.same(front.failures, [])
})
