import t from 'tap'
import { codeOf } from '../given/codes.js'
import { scratch } from '../given/desk.js'
import { ADMIN_PASSWORD, type Answer, ServerProcess } from './server-process.js'

// A server that is killed has forgotten no code that it took: neither that of a sign-in, nor that which
// turned codes on, nor that of a sign-in link.

const AUTH = '/admin/v1/auth'

t.test('a used code stays used after kill -9', async (t) => {
  const dataDir = scratch(t)
  // Codes are of the clock that this machine has, as an authenticator app's are.
  const start = (): Promise<ServerProcess> =>
    ServerProcess.start({ dataDir, env: { CLOCK_START: new Date().toISOString() } })
  const signIn = (server: ServerProcess, otp: string): Promise<Answer> => {
    const body = { login: 1, password: ADMIN_PASSWORD, terminal: 'manager', otp }
    return server.ask(`POST ${AUTH}/login`, undefined, body)
  }
  /** The server's clock may be some seconds behind by then. */
  const behind = (): number => Date.now() - 5000
  let server = await start()
  t.teardown(() => server.kill())
  const staff = await server.signInStaff()
  const enrolled = await server.ask(`POST ${AUTH}/otp/enrol`, staff)
  const secret = String(enrolled.data['secret'])
  const first = codeOf(secret, 0, behind())
  const confirmed = await server.ask(`POST ${AUTH}/otp/confirm`, staff, { code: first })
  t.equal(confirmed.code, 'ok')
  t.match(await signIn(server, first), { status: 401, code: 'auth.otp_invalid' })
  const next = codeOf(secret, 1, behind())
  t.match(await signIn(server, next), { status: 200 })
  await server.kill()

  server = await start()
  t.match(await signIn(server, ''), { code: 'auth.otp_required' })
  for (const otp of [first, next]) {
    t.match(await signIn(server, otp), { status: 401, code: 'auth.otp_invalid' })
  }
  const off = await server.ask(`POST ${AUTH}/otp/disable`, staff, { code: next })
  t.match(off, { status: 401, code: 'auth.otp_invalid' })
  t.notOk(server.output.includes(secret), 'the log has no secret')
})

t.test('a used link stays used after kill -9', async (t) => {
  const dataDir = scratch(t)
  let server = await ServerProcess.start({ dataDir })
  t.teardown(() => server.kill())
  const staff = await server.signInStaff()
  const settings = await server.ask('GET /admin/v1/settings', staff)
  const body = { ...settings.data, terminal_url: 'https://trade.example' }
  await server.sure('PUT /admin/v1/settings', staff, body)
  const login = await server.openBareAccount(staff, 'demo\\standard')
  const issue = async () => {
    const path = `POST /admin/v1/accounts/${login}/sign-in-link`
    const { data } = await server.ask(path, staff, { ttl_sec: 300 })
    return String(data['url']).split('#link=')[1] ?? ''
  }
  const open = (code: string) =>
    server.ask('POST /trader/v1/auth/link', undefined, { code, terminal: 'desktop' })
  const [used, kept] = [await issue(), await issue()]
  t.match(await open(used), { status: 200 })
  await server.kill()

  server = await ServerProcess.start({ dataDir })
  t.match(await open(used), { status: 401, code: 'auth.code_invalid' })
  t.match(await open(kept), { status: 200 })
  t.notOk(server.output.includes(kept), 'the log has no code')
})
