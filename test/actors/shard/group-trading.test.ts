import t from 'tap'
import { type BookChanges, givenBook, HEDGING } from '../../given/book.js'
import { type GivenShard, tradingShard } from '../../given/floors/shard.js'

/** The trading of an account by the settings of its group, over a whole shard. */
const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }

function settings(group: NonNullable<BookChanges['groups']>[string], version = 2) {
  return givenBook({ version, groups: { [HEDGING]: group } })
}

function codeOf(shard: GivenShard, socket: number, args: object): unknown {
  const reply = shard.request(socket, 'trade', args as Record<string, unknown>)
  return reply['code']
}

function opened(shard: GivenShard, socket: number, args: object = BUY): number {
  const reply = shard.request(socket, 'trade', args as Record<string, unknown>)
  if (reply['code'] !== 'ok') throw new Error(String(reply['message']))
  return (reply['data'] as { position_id: number }).position_id
}

t.test('a disabled group stops the trading of its accounts with the next request', (t) => {
  for (const off of [{ enabled: false }, { trade_enabled: false }]) {
    const shard = tradingShard()
    const socket = shard.socket()
    const position_id = opened(shard, socket)
    shard.core.setBook(settings(off))
    t.equal(codeOf(shard, socket, BUY), 'trade.disabled', JSON.stringify(off))
    t.equal(codeOf(shard, socket, { kind: 'close', position_id }), 'trade.disabled')
    shard.core.setBook(settings({}, 3))
    t.equal(codeOf(shard, socket, { kind: 'close', position_id }), 'ok', 'and back')
  }
  t.end()
})

t.test("a group's rows say who may trade what, and in which volumes", (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const held = opened(shard, socket)
  shard.core.setBook(
    settings({
      symbols: [
        { mask: 'EURUSD', trade_access: 'close_only' },
        { mask: 'GBPUSD', trade_access: 'long_only', volume_min: '1', volume_step: '1' },
        { mask: 'Metals\\*', volume_limit: '2' },
        { mask: 'Crypto\\*', trade_access: 'disabled' },
      ],
    }),
  )
  const buy = (symbol: string, volume: string, side = 'buy') =>
    codeOf(shard, socket, { kind: 'open', symbol, side, volume })
  t.equal(buy('EURUSD', '0.10'), 'trade.close_only')
  t.equal(buy('BTCUSD', '0.10'), 'trade.disabled')
  t.equal(buy('GBPUSD', '1', 'sell'), 'trade.long_only')
  t.equal(buy('GBPUSD', '0.10'), 'trade.invalid_volume')
  t.equal(buy('GBPUSD', '1'), 'ok')
  t.equal(buy('XAUUSD', '2.01'), 'trade.limit_volume')
  t.equal(buy('USDJPY', '0.10'), 'ok', 'no row fits')
  t.equal(codeOf(shard, socket, { kind: 'close', position_id: held }), 'ok')
  t.end()
})

t.test("a group's rows hold for closing too", (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const position_id = opened(shard, socket)
  const close = (volume: string) => codeOf(shard, socket, { kind: 'close', position_id, volume })
  shard.core.setBook(settings({ symbols: [{ mask: '*', trade_access: 'disabled' }] }))
  t.equal(close('0.10'), 'trade.disabled')
  shard.core.setBook(settings({ symbols: [{ mask: '*', volume_min: '0.05' }] }, 3))
  t.equal(close('0.04'), 'trade.invalid_volume')
  t.equal(close('0.05'), 'ok')
  t.end()
})

t.test("a group's row changes the margin of what is open and of what is opened", (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  opened(shard, socket, { ...BUY, volume: '1' })
  const marginOf = (): unknown => {
    const { data } = shard.request(socket, 'snapshot') as { data: unknown }
    return (data as { account: { money: { margin: string } } }).account.money.margin
  }
  t.equal(marginOf(), '1170.10')
  const twice = [{ kind: 'buy', initial: '10', maintenance: '2' }] as const
  shard.core.setBook(settings({ symbols: [{ mask: 'EUR*', margin_rates: twice }] }))
  t.equal(marginOf(), '2340.20')
  t.equal(codeOf(shard, socket, { ...BUY, volume: '1' }), 'trade.no_money', '11,701 more')
  t.equal(codeOf(shard, socket, { ...BUY, volume: '0.50' }), 'ok')
  t.equal(marginOf(), '3510.30')
  t.end()
})
