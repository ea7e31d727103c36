import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { SOCKET_BEHIND_BYTES } from '../../../engine/limits/sockets.js'
import { exposureOps } from '../../../http/socket/staff/exposure/exposure-ops.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { AskedShard } from '../../given/asked-shard.js'
import { moment } from '../../given/desk.js'
import { SocketFront } from '../../given/fronts/socket-front.js'
import type { WsClient } from '../../given/fronts/ws-client.js'

// Goal: each question about exposures is asked once for all who ask it, and answers whom it was asked for.

const NO_PRICES = { quote: () => undefined }
const RIGHTS = ['accounts.view', 'trades.view'] as const

/** Staff's sockets before a shard that answers when the test says so. */
async function floorOf(test: { teardown(run: () => unknown): unknown }) {
  const clock = new ManualClock()
  const asked: unknown[] = []
  const answers: ((answer: object) => void)[] = []
  const shard = new AskedShard(0, asked, () => new Promise((resolve) => answers.push(resolve)))
  const parts = { shards: [shard.client], clock, prices: NO_PRICES, book: () => front.book }
  const front: SocketFront = await SocketFront.start(test, { families: [exposureOps(parts)] })
  const watching = async (groupScope = ['*'], group = '*', by = 'symbol') => {
    const client = await front.connectStaff({ rights: RIGHTS, groupScope, login: ++last })
    t.match(await client.ask('watch_exposure', { group, by }), { code: 'ok' })
    return client
  }
  let last = 10
  /** The answer to the question that waits: so many accounts hold EURUSD; or a refusal. */
  const answer = async (of: number | object): Promise<void> => {
    const sums = { bought: '100', sold: '0', covered: '0', market: null }
    const value = { symbols: [{ id: 1, accounts: of, ...sums }], currencies: [] }
    answers.shift()?.(typeof of === 'number' ? { ok: true, value } : of)
    await moment()
  }
  const second = async (): Promise<unknown[]> => {
    clock.advance(1000)
    await moment()
    return asked.splice(0)
  }
  /** What each has heard: the accounts of each picture, or why it hears no more. */
  const heard = async (...clients: WsClient[]): Promise<unknown[][]> => {
    const all: unknown[][] = []
    for (const client of clients) {
      const frames = await client.heard()
      all.push(
        frames.map(({ data }) => {
          const { rows, code } = data as { rows?: { accounts: number }[]; code?: string }
          return rows?.map(({ accounts }) => accounts) ?? code
        }),
      )
    }
    return all
  }
  return { front, clock, asked, watching, answer, second, heard }
}

const question = (scope: string[], mask = '*') => [0, { mask, scope, sees_staff: false }]

t.test('each is asked once for all who ask it, one after the other', async (t) => {
  const { asked, watching, answer, second, heard } = await floorOf(t)
  const [one, same, far] = [await watching(), await watching(), await watching(['demo\\*'])]
  t.same(await second(), [question(['*'])])
  t.same(await second(), [], 'the one before has no answer yet')
  await answer(5)
  t.same(asked.splice(0), [question(['demo\\*'])])
  await answer(7)
  t.same(await heard(one, same, far), [[[5]], [[5]], [[7]]])
  await second()
  await answer(5)
  await answer(8)
  t.same(await heard(one, same, far), [[], [], [[8]]], 'where it is another one')
})

t.test('where a shard does not answer nothing is told, and what is too much ends', async (t) => {
  const { asked, watching, answer, second, heard } = await floorOf(t)
  const [one, other] = [await watching(), await watching(['demo\\*'])]
  await second()
  for (let i = 0; i < 2; i++) await answer(refuse('unavailable', 'The shard is busy.'))
  t.same(await heard(one, other), [[], []])
  await second()
  await answer(refuse('too_large', 'It is too much.'))
  await answer(3)
  t.same(await heard(one, other), [['too_large'], [[3]]])
  asked.length = 0
  t.same(await second(), [question(['demo\\*'])])
})

t.test('what was asked in another scope, or by a right that is gone, is not told', async (t) => {
  const { front, watching, answer, second, heard } = await floorOf(t)
  const [scoped, less, stays] = [await watching(), await watching(), await watching()]
  await second()
  front.become(11, { rights: RIGHTS, groupScope: ['demo\\*'] })
  front.become(12, { rights: ['accounts.view'] })
  await answer(5)
  t.same(await heard(scoped, less, stays), [[], ['not_found'], [[5]]])
})

t.test('a watch ends by its group, by its kind, by both or with all others', async (t) => {
  const { clock, watching, answer, second } = await floorOf(t)
  const client = await watching()
  const left = async (args: object) => {
    for (const group of ['*', 'demo\\*']) {
      for (const by of ['symbol', 'currency']) await client.ask('watch_exposure', { group, by })
    }
    await client.ask('unwatch_exposure', args)
    await second()
    for (let n = 0; n < 2; n++) await answer(1)
    const told = (await client.heard()).map(({ data }) => `${data?.['by']} ${data?.['group']}`)
    return told.toSorted()
  }
  const [all, demo] = [
    ['currency *', 'symbol *'],
    ['currency demo\\*', 'symbol demo\\*'],
  ]
  t.same(await left({ group: '*' }), demo)
  t.same(await left({ by: 'symbol' }), ['currency *', 'currency demo\\*'])
  t.same(await left({ group: 'demo\\*', by: 'currency' }), [...all, 'symbol demo\\*'].toSorted())
  t.same(await left({ group: 'none' }), [...all, ...demo].toSorted())
  t.same(await left({}), [])
  t.equal(clock.timers, 0)
})

t.test('a reader that is behind is told nothing, and then the newest', async (t) => {
  const { front, watching, answer, second, heard } = await floorOf(t)
  const client = await watching()
  const [connection] = front.staff.live.all.values()
  if (connection === undefined) throw new Error('there is no connection')
  let unsent = SOCKET_BEHIND_BYTES + 1
  Object.defineProperty(connection, 'unsent', { get: () => unsent })
  const picture = async (accounts: number) => {
    await second()
    await answer(accounts)
    return (await heard(client))[0]
  }
  t.same(await picture(1), [])
  t.same(await picture(2), [])
  unsent = SOCKET_BEHIND_BYTES
  t.same(await picture(2), [[2]])
  t.same(await picture(2), [], 'once')
})
