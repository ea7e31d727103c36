import t from 'tap'
import { accessFactsReader } from '../../../../actors/desk/identity/access-facts.js'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// The logical servers: what is shown, what may be set of which, and what that does.

const PATH = '/admin/v1/network/servers'
const WRONG = { status: 400, code: 'invalid_input' }
const DAY_MS = 86_400_000

const patch = (front: ConfigFront, id: string, body: object, as = 'admin') =>
  front.ask(`PATCH ${PATH}/${id}`, as, { version: 1, ...body })

t.test('three servers are there, also in a directory from before', async (t) => {
  const front = new ConfigFront(t)
  const { data } = await front.ask(`GET ${PATH}`)
  t.match(data, [
    {
      id: 'trade',
      internal_id: 1,
      optimization_time: '',
      demo: null,
      access: null,
      status: 'ready',
    },
    {
      id: 'api',
      internal_id: 2,
      access: { allow_api: true, antiflood_enabled: false },
      history: null,
    },
    { id: 'quote', internal_id: 3, history: { datafeeds_timeout_sec: 10 }, allocations: null },
  ])
  t.match(data[0].allocations, { accounts: { total: '1', used_from: '1', used_to: '1' } })
  const every = {
    access_policy: false,
    demo: false,
    edit_metadata: true,
    failover: false,
    history_timeout: false,
    network_adapter: true,
    optimization: false,
    provision: false,
    ranges: false,
    transport: false,
  }
  t.same(
    data.map(({ capabilities }: { capabilities: object }) => capabilities),
    [
      { ...every, demo: true, optimization: true },
      { ...every, access_policy: true },
      { ...every, history_timeout: true },
    ],
    'the capabilities of trade, api and quote',
  )
  t.match((await front.ask(`GET ${PATH}/api`)).data, { id: 'api', version: 1 })
  t.match(await front.ask(`GET ${PATH}/history`), { status: 404, code: 'not_found' })
})

t.test('a change is sparse, versioned, journaled and told', async (t) => {
  const front = new ConfigFront(t)
  const access = { allow_api: false, antiflood_errors: 5 }
  const { data } = await patch(front, 'api', { access, title: 'Door', latitude: '53.5511' })
  t.match(data, { title: 'Door', latitude: '53.5511', version: 2 })
  t.match(data.access, { ...access, allow_clients: true, antiflood_connections: 60 })
  t.match(front.lines.at(-1), {
    kind: 'config',
    text: 'Logical server api was changed: title, latitude, access',
  })
  t.match(front.changes.at(-1), { kind: 'network', changed: [{ server: 'api' }] })
  t.match(await patch(front, 'api', { title: 'Again' }), {
    status: 409,
    data: { version: 2, updated_by: 1, record: { id: 'api', title: 'Door' } },
  })
  const change = { version: 2, title: 'Gate' }
  const tried = await front.ask(`PATCH ${PATH}/api?dry_run=true`, 'admin', change)
  t.match(tried.data, { title: 'Gate', version: 3, affects: { accounts: 1, positions: 0 } })
  t.match((await front.ask(`GET ${PATH}/api`)).data, { title: 'Door', version: 2 })
  t.match(await patch(front, 'api', { version: 2, access: { allow_api: true } }), { status: 200 })
})

t.test('what belongs to another server, or is out of its bounds, is refused', async (t) => {
  const front = new ConfigFront(t)
  for (const [id, body, field] of [
    ['trade', { access: { allow_api: false } }, 'access'],
    ['api', { history: { datafeeds_timeout_sec: 5 } }, 'history'],
    ['quote', { optimization_time: '03:00' }, 'optimization_time'],
    ['quote', { demo: { mode: 1, period_days: 1 } }, 'demo'],
    ['api', { access: { allow_administrators: false } }, 'access.allow_administrators'],
    ['api', { access: { antiflood_errors: 0 } }, 'access.antiflood_errors'],
    ['api', { latitude: '90.1' }, 'latitude'],
    ['api', { longitude: '-180.00000001' }, 'longitude'],
    ['api', { longitude: '1.123456789' }, 'longitude'],
    ['api', { network_adapter: 'eth0:1' }, 'network_adapter'],
    ['api', { title: '' }, 'title'],
    ['api', { title: null }, 'title'],
    ['quote', { history: { datafeeds_timeout_sec: 3601 } }, 'history.datafeeds_timeout_sec'],
    ['trade', { optimization_time: '24:00' }, 'optimization_time'],
    ['trade', { demo: { mode: 3, period_days: 1 } }, 'demo.mode'],
    ['trade', { demo: null }, 'demo'],
    ['trade', { internal_id: 7 }, 'internal_id'],
  ] as const) {
    t.match(await patch(front, id, body), { ...WRONG, fields: [field] }, `${id} ${field}`)
  }
  t.match(await patch(front, 'api', { latitude: '-90', longitude: '180' }), { status: 200 })
})

t.test('a policy opens no demo accounts, or ends them', async (t) => {
  const front = new ConfigFront(t)
  const handlers = deskHandlers(front.desk)
  const actor = { login: 1, ip: '', requestId: '' }
  const make = (login: number, group: string) =>
    handlers['accounts.create']({ actor, login, group, hashes: {} })
  t.ok(make(2001, 'demo\\standard').ok)
  t.match((await patch(front, 'trade', { demo: { mode: 0, period_days: 30 } })).data, {
    demo: { mode: 0 },
  })
  t.match(make(2002, 'demo\\standard'), { ok: false, code: 'forbidden' })
  t.ok(make(2002, 'real\\standard').ok)
  const isEnabled = (login: number) => accessFactsReader(front.desk)(login)?.enabled
  front.now += 30 * DAY_MS
  t.equal(isEnabled(2001), true, 'those that are there stay')
  await patch(front, 'trade', { version: 2, demo: { mode: 2, period_days: 31 } })
  t.equal(isEnabled(2001), true)
  front.now += DAY_MS
  t.equal(isEnabled(2001), false, 'so many days after it was opened')
  t.equal(isEnabled(2002), true)
})

t.test('the instance that answers, how it does, and its firewall', async (t) => {
  const front = new ConfigFront(t)
  const { data } = await front.ask(`GET ${PATH}/quote`)
  const [instance] = data.instances
  t.match(instance, { internal_id: 3, monitor: true, status: 'ready' })
  t.ok(instance.goroutines >= 5)
  const path = `GET ${PATH}/quote/instances/${instance.instance_id}`
  t.match((await front.ask(path)).data, { instance_id: instance.instance_id })
  const { data: monitor } = await front.ask(`${path}/monitor`)
  t.match(monitor, { wal: { seq: '7', lag: 0 }, projection: { seq: '5', lag: 2 }, history: [] })
  t.ok(monitor.memory.rss_bytes > 0 && monitor.disk.total_bytes > 0)
  await patch(front, 'quote', { network_adapter: 'none0' })
  t.match((await front.ask(`${path}/monitor`)).data.network, {
    adapter: 'none0',
    rx_bytes: null,
    reason: 'there is no adapter none0',
  })
  t.match(await front.ask(`GET ${PATH}/quote/instances/else/monitor`), { status: 404 })
  const { data: found } = await front.ask(`${path}/firewall`)
  t.match(found, { read_only: true, stale: false })
  t.ok(found.available || found.reason !== '')
})
