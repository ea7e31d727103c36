import t from 'tap'
import { scratch } from '../given/desk.js'
import { type Answer, ServerProcess } from './server-process.js'

// A server that is killed knows its API keys again: those that worked work, those that were revoked stay revoked.

const KEYS = '/admin/v1/api-keys'

t.test('keys are as they were answered after kill -9', async (t) => {
  const dataDir = scratch(t)
  let server = await ServerProcess.start({ dataDir })
  t.teardown(() => server.kill())
  const staff = await server.signInStaff()
  const make = async (name: string) => {
    const { data } = await server.ask(`POST ${KEYS}`, staff, { name, ip_allow: ['127.0.0.1'] })
    return { id: Number(data['id']), key: String(data['key']) }
  }
  const ask = (key: string): Promise<Answer> =>
    server.ask('GET /admin/v1/accounts', { headers: { authorization: `Bearer ${key}` } })
  const [kept, revoked, off] = [await make('Kept'), await make('Revoked'), await make('Off')]
  const rotated = await server.ask(`POST ${KEYS}/${kept.id}/rotate`, staff, { grace_sec: 600 })
  await server.sure(`PATCH ${KEYS}/${off.id}`, staff, { version: 1, enabled: false })
  await server.ask(`DELETE ${KEYS}/${revoked.id}`, staff)
  await server.kill()

  server = await ServerProcess.start({ dataDir })
  for (const key of [kept.key, String(rotated.data['key'])]) {
    t.match(await ask(key), { status: 200 })
  }
  for (const { key } of [revoked, off]) {
    t.match(await ask(key), { status: 401, code: 'auth.session_expired' })
  }
  t.notOk(server.output.includes(kept.key), 'the log has no key')
})
