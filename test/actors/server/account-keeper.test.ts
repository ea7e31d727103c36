import t from 'tap'
import { AccountKeeper, type HeldStep } from '../../../actors/server/account-keeper.js'
import type { ShardClient } from '../../../actors/shard/shard-client.js'
import { accept, type Outcome } from '../../../actors/thread/ask.js'
import { refuse } from '../../../engine/code.js'
import { ACCOUNTS_HELD_MAX } from '../../../engine/limits/shards.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { AccountNews } from '../../../wire/thread/account-news.js'
import { ManualClock } from '../links/manual-clock.js'

// Goal: an account is held while the desk commits a change of it, and let go when it is known what came of that.

const AWAY = refuse('unavailable', 'The desk is starting again.')
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

function given() {
  const clock = new ManualClock()
  const said: string[] = []
  const steps: HeldStep[] = []
  let held: Outcome<{ is_held: boolean }> = accept({ is_held: true })
  let deskAnswers = true
  let meanwhile: () => Promise<unknown> = () => Promise.resolve()
  const shards = [0, 1].map(
    (shard) =>
      ({
        shard,
        ask: (name: string, request: object) => {
          said.push(`${shard} ${name} ${JSON.stringify(request)}`)
          return Promise.resolve(held)
        },
        post: (message: object) => said.push(`${shard} ${JSON.stringify(message)}`),
        profile: (_: object, number: number) => said.push(`${shard} profile ${number}`),
      }) as unknown as ShardClient,
  )
  const keeper = new AccountKeeper({
    shardOf: (login) => shards[login % 2] as ShardClient,
    clock,
    deskAnswers: async () => {
      said.push('is the desk there?')
      await meanwhile()
      return deskAnswers
    },
    onStep: (step) => steps.push(step),
  })
  return {
    keeper,
    clock,
    steps,
    said: () => said.splice(0),
    answer: (outcome: typeof held) => {
      held = outcome
    },
    deskIs: (isThere: boolean) => {
      deskAnswers = isThere
    },
    /** What happens the next time that the desk is asked if it is there. */
    whileAsked: (work: () => Promise<unknown>) => {
      meanwhile = () => {
        meanwhile = () => Promise.resolve()
        return work()
      }
    },
  }
}

t.test(
  'an account is held, changed and let go, and the answer is the one of the desk',
  async (t) => {
    const { keeper, said, steps, answer } = given()
    const asked: boolean[] = []
    const commit = (isSo: boolean) => {
      asked.push(isSo)
      t.same(keeper.heldBy(1), isSo ? [7] : [])
      t.same(keeper.heldBy(0), [])
      return Promise.resolve(accept('done'))
    }
    const change = keeper.change(7, commit)
    t.same(keeper.heldBy(1), [], 'its shard has not said that it holds it')
    t.same(await change, accept('done'))
    const held = '1 hold {"login":7,"condition":"fresh"}'
    const letGo = '1 {"type":"let_go","login":7}'
    t.same(said(), [held, letGo])
    t.same(steps.splice(0), ['asked', 'held', 'committed', 'let_go'])
    t.same(keeper.heldBy(1), [])
    answer(accept({ is_held: false }))
    t.same(await keeper.change(7, commit, 'flat'), accept('done'))
    t.same(said(), ['1 hold {"login":7,"condition":"flat"}', letGo])
    t.same(asked, [true, false])
    const refusal = refuse('conflict', 'It was changed meanwhile.')
    t.same(await keeper.change(7, () => Promise.resolve(refusal)), refusal)
    t.same(said(), [held, letGo], 'what the desk refuses is known, too')
  },
)

t.test('a shard that does not hold it has nothing changed', async (t) => {
  const { keeper, said, steps, answer } = given()
  const never = () => t.fail('the desk is not asked') as never
  const late = refuse('trade.timeout', 'The shard did not answer.')
  const restarts = because('unavailable.trading_again')
  const other = refuse('not_found', 'There is no such account.')
  for (const [outcome, told] of [
    [late, restarts],
    [other, other],
  ] as const) {
    answer(outcome)
    t.same(await keeper.change(8, never), told)
    t.same(said(), ['0 hold {"login":8,"condition":"fresh"}', '0 {"type":"let_go","login":8}'])
    t.same(steps.splice(0), ['asked', 'let_go'])
  }
  answer(accept({ is_held: true }))
  t.same(await keeper.change(8, () => Promise.resolve(accept(1))), accept(1), 'it is free again')
})

t.test('of changes of one account one is made at a time, and so many of all', async (t) => {
  const { keeper } = given()
  const ends: (() => void)[] = []
  const commit = () =>
    new Promise<Outcome<null>>((resolve) => ends.push(() => resolve(accept(null))))
  const changes = Array.from({ length: ACCOUNTS_HELD_MAX }, (_, i) => keeper.change(i + 1, commit))
  t.match(
    await keeper.change(1, commit),
    refuse('conflict', 'The account is being changed by another request. Try again in a moment.'),
  )
  t.same(await keeper.change(9_999, commit), because('unavailable.accounts_changing'))
  await turn()
  t.equal(keeper.heldBy(0).length + keeper.heldBy(1).length, ACCOUNTS_HELD_MAX)
  for (const end of ends) end()
  t.same(
    await Promise.all(changes),
    changes.map(() => accept(null)),
  )
})

t.test('one whose change may be made or not is held until the desk answers again', async (t) => {
  const { keeper, clock, said, steps, deskIs } = given()
  deskIs(false)
  t.same(await keeper.change(7, () => Promise.resolve(AWAY)), AWAY)
  await t.rejects(
    keeper.change(8, () => Promise.reject(new Error('the desk ended'))),
    /desk ended/,
  )
  await turn()
  const asks = 'is the desk there?'
  t.same(said(), [
    '1 hold {"login":7,"condition":"fresh"}',
    asks,
    '0 hold {"login":8,"condition":"fresh"}',
  ])
  t.same(steps.splice(0), ['asked', 'held', 'committed', 'asked', 'held'])
  t.same([keeper.heldBy(0), keeper.heldBy(1)], [[8], [7]])
  clock.advance(199)
  await turn()
  t.same(said(), [])
  clock.advance(1)
  await turn()
  t.same(said(), [asks])
  deskIs(true)
  clock.advance(200)
  await turn()
  t.same(said(), [asks, '1 {"type":"let_go","login":7}', '0 {"type":"let_go","login":8}'])
  t.same([keeper.heldBy(0), keeper.heldBy(1)], [[], []])
  await keeper.change(7, () => Promise.resolve(AWAY))
  await turn()
  t.same(said(), ['1 hold {"login":7,"condition":"fresh"}', asks, '1 {"type":"let_go","login":7}'])
  t.equal(clock.timers, 0)
})

t.test('one that is in doubt since the desk was asked waits for the next answer', async (t) => {
  const { keeper, said, whileAsked } = given()
  whileAsked(() => keeper.change(8, () => Promise.resolve(AWAY)))
  await keeper.change(7, () => Promise.resolve(AWAY))
  await turn()
  const asks = 'is the desk there?'
  t.same(said(), [
    '1 hold {"login":7,"condition":"fresh"}',
    asks,
    '0 hold {"login":8,"condition":"fresh"}',
    '1 {"type":"let_go","login":7}',
    asks,
    '0 {"type":"let_go","login":8}',
  ])
})

t.test('news go to the shard of the account, and how far they came is known', async (t) => {
  const { keeper, said } = given()
  t.equal(keeper.told, undefined)
  keeper.begin(4)
  t.equal(keeper.told, 4)
  const news = (number: number, login: number) => ({ number, profile: { login } }) as AccountNews
  keeper.heard(news(5, 7))
  keeper.heard(news(6, 8))
  t.same(said(), ['1 profile 5', '0 profile 6'])
  t.equal(keeper.told, 6)
  keeper.begin(3)
  t.equal(keeper.told, 6, 'a desk that starts again begins there')
})
