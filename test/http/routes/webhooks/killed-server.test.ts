import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { ServerProcess, type Signature } from '../../../crash/server-process.js'
import { scratch } from '../../../given/desk.js'
import { Receiver } from '../../../given/peers/receiver.js'

// Goal: a ledger that is built from webhooks alone equals the deals of the server and all balances, although the server
// is killed and the receiver fails now and then. WEBHOOK_KILLS=100 is the drill.

const KILLS = Number(process.env['WEBHOOK_KILLS'] ?? 2)
const DEPOSITS = 8
t.setTimeout(0)

interface Deal extends Record<string, unknown> {
  readonly id: number
  readonly login: number
  readonly profit: string
}

const cents = (text: string) => Math.round(Number(text) * 100)

function deposit(server: ServerProcess, staff: Signature, login: number, amount: string) {
  const request_id = crypto.randomUUID()
  const body = { action: 'deposit', amount, comment: 'secret', request_id }
  return server.sure(`POST /admin/v1/accounts/${login}/balance`, staff, body)
}

t.test('the ledger of the receiver equals that of the server after kill -9', async (t) => {
  const dataDir = scratch(t)
  const start = () => ServerProcess.start({ dataDir, shards: 2 })
  let server = await start()
  t.teardown(() => server.kill())
  let staff = await server.signInStaff()
  const receiver = await Receiver.start(t, '127.0.0.1')
  const reactions = [200, 200, 503, 200, 422, 'close', 200] as const
  let turn = 0
  let isWell = false
  receiver.react = () => (isWell ? 200 : (reactions[turn++ % reactions.length] ?? 200))
  const body = { name: 'Ledger', url: receiver.url, kinds: ['deal'] }
  const made = await server.ask<{ id: number; secret: string }>(
    'POST /admin/v1/webhooks',
    staff,
    body,
  )
  const { id, secret } = made.data
  const logins = await Promise.all(
    [0, 1, 2].map(() => server.openAccount(staff, 'demo\\netting', '100.00')),
  )
  for (let round = 0; round <= KILLS; round++) {
    for (let i = 0; i < DEPOSITS; i++) {
      for (const login of logins) await deposit(server, staff, login, `${i + 1}.${round % 10}0`)
    }
    if (round === KILLS) break
    await server.kill()
    server = await start()
    staff = await server.signInStaff()
  }
  isWell = true
  // A change has everything that waits tried again.
  await server.change(`/admin/v1/webhooks/${id}`, staff, { description: 'well' })
  const list = await server.ask<{ items: Deal[] }>('GET /admin/v1/deals?limit=1000', staff)
  // The demo trader has a deposit from before the webhook.
  const deals = list.data.items.filter(({ login }) => logins.includes(login))
  await receiver.until(() => receiver.accepted.length >= deals.length)
  const told = receiver.events.map(({ data }) => data.data as Deal)
  const byId = (one: Deal, other: Deal) => one.id - other.id
  t.same(told.toSorted(byId), deals.map((deal) => ({ ...deal, comment: null })).toSorted(byId))
  for (const login of logins) {
    const of = (all: readonly Deal[]) => all.filter((deal) => deal.login === login)
    t.same(
      of(told).map(({ seq }) => seq),
      of(told)
        .map(({ seq }) => seq)
        .toSorted((a, b) => Number(a) - Number(b)),
      'in the order of the account',
    )
    const sum = of(told).reduce((total, { profit }) => total + cents(profit), 0)
    const { data } = await server.ask<{ money: { balance: string } }>(
      `GET /admin/v1/accounts/${login}`,
      staff,
    )
    t.equal(sum, cents(data.money.balance))
  }
  for (const { body: text, headers } of receiver.events.slice(-20)) {
    new Webhook(secret).verify(text, headers)
  }
  t.notMatch(receiver.requests.map(({ body: text }) => text).join(), 'secret')
})
