import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { loginsIn } from '../../../../engine/names/login-list.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { WholeServer } from '../../../given/fronts/whole-server.js'
import { WsClient } from '../../../given/fronts/ws-client.js'

// Messages of staff to accounts: who is sent one, what is kept, and who hears of it.

const SEND = 'POST /admin/v1/notifications'
const LIST = 'GET /trader/v1/notifications'
const WRONG = { status: 400, code: 'invalid_input' }
const TRADER = '/trader/v1/socket'
const STAFF = '/admin/v1/socket'
type Row = Record<string, unknown>

function given(test: ConstructorParameters<typeof ConfigFront>[0]) {
  const front = new ConfigFront(test)
  const desk = deskHandlers(front.desk)
  const actor = { login: 1, ip: '', requestId: '' }
  for (const [login, group] of [
    [1001, 'demo\\standard'],
    [1002, 'real\\standard'],
    [501, 'managers\\dealers'],
  ] as const) {
    const made = desk['accounts.create']({ actor, login, group, hashes: {} })
    if (!made.ok) throw new Error(made.message)
  }
  const trader = { audience: 'trader', group: 'demo\\standard', rights: new Set<string>() } as const
  front.name('one', { ...trader, login: 1001 })
  front.name('other', { ...trader, login: 1002 })
  const send = (logins: unknown, message: unknown = 'Hello', as = 'admin') =>
    front.ask(SEND, as, { logins, message })
  const list = async (as = 'one', query = ''): Promise<Row[]> =>
    (await front.ask(`${LIST}${query}`, as)).data
  return { front, desk, send, list }
}

t.test('each login is sent it once, on its own, with one line', async (t) => {
  const { front, send, list } = given(t)
  const lines = front.lines.length
  const { data } = await send('1002, 1001-1001,1002,7', '  <b>Ends</b>\nat noon ')
  const sent = { sent: true, code: 'ok', message: '' }
  t.same(data, [
    { login: 1002, id: 1, ...sent },
    { login: 1001, id: 2, ...sent },
    { login: 7, id: null, sent: false, code: 'not_found', message: 'There is no account 7.' },
  ])
  t.same(await list(), [
    {
      id: 2,
      login: 1001,
      sender: 'Administrator',
      company: 'Openfloor Demo',
      message: '<b>Ends</b>\nat noon',
      created_at: '2026-03-02T10:00:00.000Z',
    },
  ])
  t.equal(front.lines.length, lines + 1)
  const text = 'A notification went to 2 of 3 accounts: <b>Ends</b>\nat noon'
  t.match(front.lines.at(-1), { kind: 'notification', text, actor: 1 })
  t.same((await front.ask(LIST, 'other')).data[0].id, 1)
})

t.test('who sends holds the right as it is stored, and reaches the group', async (t) => {
  const { front, send, list } = given(t)
  t.match(await send('1001', 'x', 'login 501'), { status: 403, code: 'forbidden' })
  const profile = { rights: ['notifications'], group_scope: ['real\\*'], mailbox_name: 'Desk' }
  await front.ask('POST /admin/v1/staff', 'admin', { login: 501, ...profile })
  const { data } = await send('1001,1002,1', 'x', 'login 501')
  t.same(
    data.map(({ sent }: Row) => sent),
    [false, true, false],
  )
  t.same(await list(), [])
  t.equal((await list('other'))[0]?.['sender'], 'Desk')
})

t.test('so many logins, and so many characters after blanks are cut off', async (t) => {
  const { send, list } = given(t)
  const data = (await send('2000-2999')).data as Row[]
  t.equal(data.length, 1000)
  for (const wrong of ['1001,2000-2999', '1-1000000000000', '', 'a', '1-', '1-2-3', '1.5', '0']) {
    t.match(await send(wrong), { ...WRONG, fields: ['logins'] }, wrong)
  }
  for (const wrong of ['1002-1001', '0x10', '1;2', '9007199254740993', 1001, [1001], null]) {
    t.match(await send(wrong), { ...WRONG, fields: ['logins'] }, JSON.stringify(wrong))
  }
  for (const wrong of ['', ' \t ', 'm'.repeat(1025), 'a\u0000b', 5]) {
    t.match(await send('1001', wrong), { ...WRONG, fields: ['message'] }, JSON.stringify(wrong))
  }
  t.same(await list(), [])
  for (const most of ['m'.repeat(1024), '😀'.repeat(1024)]) {
    t.match(await send('1001', `  ${most}  `), { status: 200 })
    t.equal((await list())[0]?.['message'], most)
  }
  t.same(loginsIn('3,1-2,2', 3), [3, 1, 2])
})

t.test('the newest are listed, 50 or as many as asked for, and 200 are kept', async (t) => {
  const { front, desk, list } = given(t)
  const actor = { login: 1, ip: '', requestId: '' }
  for (let i = 1; i <= 205; i++) {
    desk['notifications.send']({ actor, logins: [1001, 1002], message: `M${i}` })
  }
  for (const [query, count] of [
    ['', 50] as const,
    ['?limit=1', 1] as const,
    ['?limit=200', 200] as const,
    ['?limit=201', 200] as const,
    ['?limit=0', 50] as const,
    ['?limit=-7', 50] as const,
  ]) {
    const rows = await list('one', query)
    const last = `M${206 - count}`
    t.same([rows.length, rows[0]?.['message'], rows.at(-1)?.['message']], [count, 'M205', last])
  }
  for (const wrong of ['?limit=x', '?limit=1.5', '?limit=-0', '?login=1002']) {
    t.equal((await front.ask(`${LIST}${wrong}`, 'one')).status, 400, wrong)
  }
  const kept = front.desk.db.prepare('SELECT count(*) FROM notifications').pluck().get()
  t.equal(kept, 400)
})

t.test('open terminals hear of each on every device, and a restart keeps all', async (t) => {
  const server = await WholeServer.start(t)
  const { login, headers } = await server.account()
  const open = (path: string, as: Readonly<Record<string, string>>) =>
    WsClient.open({ port: server.port, path, headers: as })
  const own = [await open(TRADER, headers), await open(TRADER, headers)]
  const staff = await open(STAFF, { ...server.staff, origin: server.origin })
  const other = await open(TRADER, (await server.account()).headers)
  await server.done(SEND, { logins: `1,${login}`, message: 'Trading ends at noon.' })
  for (const socket of own) {
    t.match(await socket.event('notification'), { data: { login, company: 'Openfloor Demo' } })
  }
  t.match(await staff.event('notification'), { data: { login: 1, sender: 'Administrator' } })
  other.send({ id: 1, op: 'ping' })
  await other.reply(1)
  t.notOk(other.frames.some(({ event }) => event === 'notification'))
  await server.ask('POST /trader/v1/watchlists', headers, { name: 'Mine', symbols: ['EURUSD'] })
  for (const socket of [...own, staff, other]) socket.destroy()
  await server.stop()
  const again = await WholeServer.start(t, { dataDir: server.dataDir })
  const read = async (path: string) => (await again.ask(`GET ${path}`, headers)).data
  t.match(await read('/trader/v1/notifications'), [{ login, message: 'Trading ends at noon.' }])
  t.match(await read('/trader/v1/watchlists'), [{ name: 'Mine', symbols: ['EURUSD'] }])
})
