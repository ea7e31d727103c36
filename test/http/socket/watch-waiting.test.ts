import t from 'tap'
import { WholeServer } from '../../given/fronts/whole-server.js'
import { type Frame, WsClient } from '../../given/fronts/ws-client.js'

// Goal: staff hear what waits for them and how the links stand when it changes, each as far as their rights go.

t.setTimeout(0)
const server = await WholeServer.start(t)

async function staffSocket(headers: Readonly<Record<string, string>>): Promise<WsClient> {
  const signed = { cookie: String(headers['cookie']), origin: server.origin }
  return WsClient.open({ port: server.port, path: '/admin/v1/socket', headers: signed })
}

/** Another user of staff with these rights, signed in. */
async function staffWith(name: string, rights: readonly string[]) {
  const password = 'Clerk123!xClerk'
  const group = 'managers\\dealers'
  const passwords = { master_password: password, investor_password: 'Look34?yLook' }
  const made = await server.done('POST /admin/v1/accounts', { group, name, ...passwords })
  const login = Number(made['login'])
  await server.done('POST /admin/v1/staff', { login, rights, group_scope: ['*'] })
  const answer = await fetch(`${server.origin}/admin/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return { login, headers: { cookie: cookies.join('; ') } }
}

const clerk = await staffWith('Clerk', ['mailbox', 'applications'])

t.test('what waits is counted by the rights of each kind, and told when it changes', async (t) => {
  const nothing = {
    applications: 0,
    held_fills: 0,
    dealing: 0,
    mail: 0,
    outbox_failed: 0,
    jobs_failed: 0,
    applications_since: null,
    held_fills_since: null,
    dealing_since: null,
    mail_since: null,
    outbox_failed_since: null,
    jobs_failed_since: null,
  }
  const theirs = { ...nothing, held_fills: null, dealing: null, outbox_failed: null }
  t.same(await server.done('GET /admin/v1/waiting'), nothing)
  t.same((await server.ask('GET /admin/v1/waiting', clerk.headers)).data, theirs)
  const [admin, other] = [await staffSocket(server.staff), await staffSocket(clerk.headers)]
  for (const socket of [admin, other]) {
    t.match(await socket.ask('watch_waiting'), { code: 'ok', data: null })
  }
  t.same((await admin.event('waiting')).data, nothing)
  t.same((await other.event('waiting')).data, theirs)
  const mail = { to_logins: [clerk.login], subject: 'Please look', body: 'At this.' }
  await server.done('POST /admin/v1/mail', mail)
  const { data: told } = await other.event('waiting')
  t.match(told, { ...theirs, mail: 1, mail_since: /^20\d\d-.*Z$/ }, 'with its time')
  t.same((await server.ask('GET /admin/v1/waiting', clerk.headers)).data, told)
  t.notOk(
    admin.frames.some(({ event }) => event === 'waiting'),
    'it is no mail of the other',
  )
  t.match(await other.ask('unwatch_waiting'), { code: 'ok' })
  for (const socket of [admin, other]) socket.destroy()
})

t.test(
  'links are told as they stand, and again in another state, each kind by its right',
  async (t) => {
    const admin = await staffSocket(server.staff)
    const other = await staffSocket(clerk.headers)
    t.match(await other.ask('watch_links'), {
      code: 'forbidden',
      message: 'You need one of these rights for this: config.datafeeds, config.gateways.',
    })
    t.match(await admin.ask('watch_links'), { code: 'ok' })
    const feeds = (await server.ask('GET /admin/v1/datafeeds/statuses')).data as {
      datafeed_id: number
    }[]
    const gateways = (await server.ask('GET /admin/v1/gateways/statuses')).data as {
      gateway_id: number
    }[]
    const seen = new Set<string>()
    while (seen.size < feeds.length + gateways.length) {
      const { data } = await admin.event('link')
      t.match(data, { state: String, at: /Z$/, last_error: String })
      seen.add(`${data?.['kind']} ${data?.['id']}`)
    }
    const wanted = [
      ...feeds.map(({ datafeed_id: id }) => `datafeeds ${id}`),
      ...gateways.map(({ gateway_id: id }) => `gateways ${id}`),
    ]
    t.same([...seen].toSorted(), wanted.toSorted())
    const [feed] = feeds
    await server.patch(`/admin/v1/datafeeds/${feed?.datafeed_id}`, { enabled: false })
    const isOff = ({ event, data }: Frame) =>
      event === 'link' && data?.['kind'] === 'datafeeds' && data?.['state'] === 'disabled'
    t.match(await admin.next(isOff), { data: { id: feed?.datafeed_id, last_error: '' } })
    t.match(await admin.ask('unwatch_links'), { code: 'ok' })
    for (const socket of [admin, other]) socket.destroy()
  },
)
