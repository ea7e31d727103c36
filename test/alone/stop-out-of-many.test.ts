import { availableParallelism, loadavg } from 'node:os'
import t from 'tap'
import { SocketShard } from '../given/fronts/socket-shard.js'
import { checkLedger, replay } from '../given/records/ledger.js'

const POSITIONS = 10_000
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' } as const
const PING_MS_MAX = 250

/**
 * Through the shard's thread and the sockets: 10,000 positions take 110,000 of margin, and the price falls
 * by more than all the money there is.
 */
t.test(
  'an account of 10,000 positions that is stopped out keeps nobody else waiting',
  { timeout: 120_000 },
  async (t) => {
    const { shard, front } = await SocketShard.start(t)
    shard.price('EURUSD', 110_000, 110_010)
    const many = await shard.account('120000', { limit_positions: POSITIONS })
    const other = await shard.account('1000')
    for (let opened = 0; opened < POSITIONS; opened += 500) {
      const answers = await Promise.all(
        Array.from({ length: 500 }, () =>
          shard.client.ask('trade', { login: many, body: OPEN, reason: 'client', by: null }),
        ),
      )
      t.ok(answers.every(({ ok }) => ok))
    }

    const client = await front.connect({ login: other })
    let id = 0
    let slowest = 0
    const ping = async (): Promise<void> => {
      const sentAt = performance.now()
      client.send({ id: ++id, op: 'ping' })
      await client.reply(id)
      slowest = Math.max(slowest, performance.now() - sentAt)
    }
    const isOut = async (): Promise<boolean> => {
      const answer = await shard.client.ask('money', { login: many })
      if (!answer.ok) throw new Error(answer.message)
      return /"margin":"0.00"/.test(answer.value)
    }
    await ping()
    slowest = 0
    shard.price('EURUSD', 108_000, 108_010)
    while (!(await isOut())) for (let pings = 0; pings < 20; pings++) await ping()
    // Others at work on the machine make everything slower by as much as they are.
    const [load = 0] = loadavg()
    const most = PING_MS_MAX * Math.max(1, load / availableParallelism())
    t.ok(slowest < most, `the slowest ping took ${slowest.toFixed(1)} of ${most.toFixed(1)} ms`)

    const records = await shard.records(many)
    const account = replay(records, many)
    checkLedger(records, account)
    t.equal(account.positions.size, 0)
    t.equal(account.balance, 0, 'what was lost beyond the money there was is made good')
    t.same(shard.deaths, [])
  },
)
