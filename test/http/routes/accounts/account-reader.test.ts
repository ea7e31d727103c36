import t from 'tap'
import type { ShardClient } from '../../../../actors/shard/shard-client.js'
import { refuse } from '../../../../engine/code.js'
import { AccountReader } from '../../../../http/routes/accounts/account-reader.js'
import { jsonObject } from '../../../../wire/answer/json-parts.js'
import type { StoredAccount } from '../../../../wire/stored/stored-account.js'
import { HandClock } from '../../../given/hand-clock.js'

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

t.test('R1: after a change it is read anew at once', async (t) => {
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

t.test('money of a shard that does not answer is null, for each login asked', async (t) => {
  const { reader } = given()
  const fields = JSON.parse(jsonObject(await reader.money(1001)))
  t.same(fields, {
    ...{ balance: null, balance_prev_day: null, balance_prev_month: null },
    ...{ credit: null, money: null },
  })
  t.same(await reader.moneys([1001, 1002, 1001]), ['null', 'null', 'null'])
  t.same(await reader.moneys([]), [])
})
