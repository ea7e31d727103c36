import t from 'tap'
import type { Account } from '../../../engine/account/state.js'
import { givenProfile, LOGIN } from '../../given/account.js'
import { givenBook } from '../../given/book.js'
import { type GivenShard, tradingShard } from '../../given/floors/shard.js'
import { LIMIT_ORDER } from '../../given/records/trade-bodies.js'

const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } as const
const LIMIT = { ...LIMIT_ORDER, price: '1.00000' }

/** What the shard asks of its parts from now on, in order: they only note it. */
function noted(shard: GivenShard): () => unknown[] {
  const { core, longAnswers, marginCalls, sockets, staffWatches, triggers, valuations } =
    shard.parts
  const done: unknown[] = []
  const note = (name: string, part: object, ...calls: readonly string[]) => {
    for (const call of calls) {
      const take = (...args: unknown[]): void => void done.push([`${name}.${call}`, ...args])
      Object.defineProperty(part, call, { value: take })
    }
  }
  note('core', core, 'setBook', 'setProfile')
  note('parking', core.parking, 'recover')
  note('exposures', core.groupExposures, 'beginLoad', 'loadAccount', 'leave')
  note('margin', marginCalls, 'setBook', 'changed', 'remove', 'load')
  note('triggers', triggers, 'follow', 'moved', 'remove', 'load')
  note('long', longAnswers, 'drop', 'run', 'endTurn')
  note('values', valuations, 'drop', 'run', 'set')
  note('sockets', sockets, 'open', 'close', 'touch', 'flushMoney')
  note('watches', staffWatches, 'flushMoney')
  return () => done.splice(0)
}

t.test('a socket that opens hears the money of its account, with the number it stands at', (t) => {
  const shard = tradingShard()
  const open = { login: LOGIN, codec: 'json', read_only: false, reason: 'client' } as const
  const told = shard.turn(() => shard.parts.openSocket(900, open))
  const { seq } = shard.account()
  t.match(told, [
    {
      kind: 'latest',
      target: 900,
      value: { event: 'money', data: { seq: String(seq), balance: '10000.00' } },
    },
  ])
  t.equal(told.length, 1)
  t.same(
    shard.turn(() => undefined),
    [],
    'once',
  )
  t.end()
})

t.test('each part hears of what concerns it', (t) => {
  const shard = tradingShard()
  const { parts, core } = shard
  const account = shard.account()
  const done = noted(shard)
  const before = core.book
  const next = givenBook()
  parts.setBook(next)
  t.same(
    done().map((what) => (what as [string])[0]),
    ['core.setBook', 'triggers.follow', 'margin.setBook'],
  )
  t.equal(core.book, before)
  const profile = givenProfile({ leverage: 5 })
  parts.setProfile(profile)
  t.same(done(), [
    ['core.setProfile', profile],
    ['margin.changed', account],
    ['triggers.moved', account],
  ])
  const other = { ...profile, login: 1009 }
  parts.setProfile(other)
  t.same(done(), [['core.setProfile', other]], 'of nobody there is nothing to look at')
  parts.closeSocket(5)
  t.same(done(), [
    ['long.drop', 5],
    ['values.drop', 5],
    ['sockets.close', 5],
  ])
  const open = { login: LOGIN, codec: 'json', read_only: true, reason: 'api' } as const
  const socket = {
    id: 6,
    login: LOGIN,
    codec: 'json',
    readOnly: true,
    reason: 'api',
    session: '',
    ip: '',
    badFrames: 0,
    hearsValues: false,
    isHeld: false,
  }
  parts.openSocket(6, open)
  t.same(done(), [
    ['sockets.open', socket],
    ['sockets.touch', account],
  ])
  parts.openSocket(6, { ...open, session: 'desktop:1', valuation: true })
  t.same(done(), [
    ['sockets.open', { ...socket, session: 'desktop:1' }],
    ['values.set', 6, true],
    ['sockets.touch', account],
  ])
  parts.openSocket(6, { ...open, login: 1009 })
  t.same(done(), [['sockets.open', { ...socket, login: 1009 }]])
  parts.goOnWithOthers()
  t.same(done(), [['long.run'], ['values.run']])
  t.end()
})

t.test('at the end of a turn an account that was set aside is left by all', (t) => {
  const shard = tradingShard()
  const { parts, core } = shard
  const account = shard.account()
  const done = noted(shard)
  const names = () => done().map((what) => (what as [string])[0])
  const told = ['long.endTurn', 'sockets.flushMoney', 'watches.flushMoney']
  core.work.begin(LOGIN)
  parts.endTurn()
  t.equal(core.work.login, 0, 'the commit is nobody’s work')
  t.same(names(), told)
  parts.setAside([1009, LOGIN])
  t.same(
    shard.setAside.map(({ login, why }) => [login, why.message]),
    [[LOGIN, 'its work was in hand at two ends of its shard in a row']],
  )
  parts.endTurn()
  const heard = done()
  t.same(heard.slice(3), [
    ['exposures.leave', account],
    ['margin.remove', account],
    ['triggers.remove', account],
  ])
  parts.endTurn()
  t.same(names(), told, 'once')
  t.end()
})

t.test(
  'after a start all accounts are summed, and those that hold something are waited for',
  (t) => {
    const shard = tradingShard()
    for (const login of [1002, 1003]) {
      shard.profile({ login })
      shard.deposit('10000', login)
    }
    shard.request(shard.socket({ login: 1002 }), 'trade', BUY)
    shard.request(shard.socket({ login: 1003 }), 'trade', LIMIT)
    const done = noted(shard)
    shard.parts.recovered()
    const [holder, waiter] = [shard.account(1002), shard.account(1003)]
    t.same([holder.positions.size, waiter.orders.size], [1, 1])
    const loginsOf = (args: unknown[]) => args.flat().map((one) => (one as Account).login)
    t.same(
      done().map((what) => {
        const [name, ...args] = what as [string, ...unknown[]]
        return [name, ...loginsOf(args)]
      }),
      [
        ['exposures.beginLoad'],
        ['exposures.loadAccount', LOGIN],
        ['exposures.loadAccount', 1002],
        ['triggers.load', 1002],
        ['margin.load', 1002],
        ['exposures.loadAccount', 1003],
        ['triggers.load', 1003],
        ['margin.load', 1003],
        ['parking.recover', 1003],
      ],
    )
    t.end()
  },
)
