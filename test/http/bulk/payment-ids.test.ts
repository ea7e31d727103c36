import t from 'tap'
import type { ClaimedPayment } from '../../../actors/desk/payment-ids.js'
import { refuse } from '../../../engine/code.js'
import { PaymentIds } from '../../../http/bulk/payment-ids.js'
import { settled } from '../../given/timed-clock.js'

// Request ids of payments that wait are asked for together, so many at a time and one caller at a time.

const payer = (login: number) => ({ login, ip: '10.0.0.1', requestId: `r-${login}` })

/** A desk that answers when it is told to, and what it was asked. */
function given() {
  const asked: { readonly login: number; readonly ids: readonly string[] }[] = []
  const answers: ((answer: never) => void)[] = []
  const ask = (_: string, request: unknown): Promise<never> => {
    const { actor, payments } = request as {
      readonly actor: { readonly login: number }
      readonly payments: readonly ClaimedPayment[]
    }
    asked.push({ login: actor.login, ids: payments.map(([id]) => id) })
    return new Promise((resolve) => answers.push(resolve))
  }
  const ids = new PaymentIds({ ask } as unknown as ConstructorParameters<typeof PaymentIds>[0])
  const answer = async (outcome: unknown): Promise<void> => {
    answers.shift()?.(outcome as never)
    await settled()
  }
  return { ids, asked, answer }
}

const all = (count: number) => ({ ok: true, value: Array.from({ length: count }, () => true) })

t.test(
  'at most 256 ids are asked for at once, and the others after them in their order',
  async (t) => {
    const { ids, asked, answer } = given()
    const names = Array.from({ length: 300 }, (_, i) => `p${i}`)
    const claims = names.map((name) => ids.claim(payer(1), [name, 1001]))
    const other = ids.claim(payer(2), ['q', 1002])
    for (const count of [1, 256, 43, 1]) await answer(all(count))
    t.same(asked, [
      { login: 1, ids: names.slice(0, 1) },
      { login: 1, ids: names.slice(1, 257) },
      { login: 1, ids: names.slice(257) },
      { login: 2, ids: ['q'] },
    ])
    t.same(
      await Promise.all([...claims, other]),
      Array.from({ length: 301 }, () => null),
    )
  },
)

t.test(
  'each caller hears of its own ids, and of a refusal all who were asked for together',
  async (t) => {
    const { ids, asked, answer } = given()
    const first = ids.claim(payer(1), ['a', 1001])
    const rest = [ids.claim(payer(2), ['b', 1001]), ids.claim(payer(1), ['c', 1001])]
    const last = ids.claim(payer(2), ['d', 1001])
    const full = refuse('unavailable', 'The disk is full.')
    await answer({ ok: true, value: [false] })
    await answer({ ok: true, value: [true, false] })
    await answer(full)
    t.same(
      asked.map((one) => one.ids),
      [['a'], ['b', 'd'], ['c']],
    )
    t.match(await first, { code: 'conflict' })
    t.same([await rest[0], await rest[1]], [null, full])
    t.match(await last, { code: 'conflict' })
    const later = ids.claim(payer(3), ['e', 1001])
    await answer(all(1))
    t.equal(await later, null, 'and who comes when nobody waits is asked for at once')
  },
)
