import t from 'tap'
import type { ShardClient } from '../../../actors/shard/shard-client.js'
import { refuse } from '../../../engine/code.js'
import { AccountReader } from '../../../http/readers/account-reader.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import { inLines, jsonObject, jsonOf } from '../../../wire/format/json-parts.js'
import { HandClock } from '../../given/hand-clock.js'

/** A reader whose desk answers `name` and counts its questions. */
function given() {
  const clock = new HandClock()
  const desk = { asked: 0, name: 'Ada', isAway: false }
  const reader = new AccountReader(
    {
      stored: async (login) => {
        desk.asked++
        if (desk.isAway) return refuse('unavailable', 'The desk is starting again.')
        return { ok: true, value: { login, name: desk.name } as StoredAccount }
      },
      shardOf: () => ({ ask: async () => refuse('unavailable', 'away') }) as unknown as ShardClient,
    },
    clock,
  )
  return { clock, desk, reader }
}

t.test('R1: an account is remembered for less than a second', async (t) => {
  const { clock, desk, reader } = given()
  await reader.stored(1001)
  desk.name = 'Bob'
  clock.at += 999
  t.match(await reader.stored(1001), { name: 'Ada' })
  clock.at += 1
  t.match(await reader.stored(1001), { name: 'Bob' })
  t.equal(desk.asked, 2)
})

t.test('R1: after a change it is read again at once', async (t) => {
  const { desk, reader } = given()
  const before = reader.stored(1001)
  desk.name = 'Bob'
  reader.forget(1001)
  t.match(await reader.stored(1001), { name: 'Bob' })
  await before
  t.match(await reader.stored(1001), { name: 'Bob' })
})

t.test('R2: questions that arrive together become one, per account', async (t) => {
  const { desk, reader } = given()
  const answers = await Promise.all([1001, 1001, 1002, 1001].map((login) => reader.stored(login)))
  t.equal(desk.asked, 2)
  t.match(answers[2], { login: 1002 })
})

t.test('a refusal is not remembered', async (t) => {
  const { desk, reader } = given()
  desk.isAway = true
  t.match(await reader.stored(1001), { ok: false, code: 'unavailable' })
  desk.isAway = false
  t.match(await reader.stored(1001), { name: 'Ada' })
})

t.test('so many accounts are remembered, and all are forgotten for one more', async (t) => {
  const { desk, reader } = given()
  const asked = async (login: number) => {
    const before = desk.asked
    await reader.stored(login)
    return desk.asked - before
  }
  for (let login = 1; login <= 20_000; login++) await reader.stored(login)
  t.equal(desk.asked, 20_000)
  t.equal(await asked(1), 0)
  t.equal(await asked(20_001), 1)
  t.equal(await asked(20_001), 0)
  t.equal(await asked(1), 1)
})

t.test('moneys are asked of each shard once, and come in the order of the logins', async (t) => {
  const asked: unknown[] = []
  const shards = [0, 1, 2].map((index) => {
    const ask = async (name: string, request: { login?: number; logins?: readonly number[] }) => {
      asked.push([index, name, request])
      if (index === 2) return refuse('unavailable', 'away')
      const { login = 0, logins = [] } = request
      // One less than asked, as of an account that went meanwhile.
      const lines = inLines(logins.slice(0, 2).map((one) => jsonOf({ of: one })))
      return { ok: true, value: name === 'money' ? `"of":${login}` : lines }
    }
    return { ask } as unknown as ShardClient
  })
  const reader = new AccountReader(
    {
      stored: async () => refuse('not_found', 'none'),
      shardOf: (login) => shards[login % 3] as ShardClient,
    },
    new HandClock(),
  )
  const rows = await reader.moneys([4, 3, 5, 0, 7, 9])
  t.same(rows, ['{"of":4}', '{"of":3}', 'null', '{"of":0}', '{"of":7}', 'null'])
  t.equal(jsonObject(await reader.money(7)), '{"of":7}')
  t.same(asked, [
    [1, 'moneys', { logins: [4, 7] }],
    [0, 'moneys', { logins: [3, 0, 9] }],
    [2, 'moneys', { logins: [5] }],
    [1, 'money', { login: 7 }],
  ])
})

t.test('money of a shard that does not answer is null, for each login asked', async (t) => {
  const { reader } = given()
  const fields = JSON.parse(jsonObject(await reader.money(1001)))
  t.same(fields, {
    balance: null,
    balance_prev_day: null,
    balance_prev_month: null,
    credit: null,
    money: null,
  })
  t.same(await reader.moneys([1001, 1002, 1001]), ['null', 'null', 'null'])
  t.same(await reader.moneys([]), [])
})
