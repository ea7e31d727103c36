import t from 'tap'
import { LoginTurns } from '../../../actors/sign-in/login-turns.js'
import { settled } from '../../given/timed-clock.js'

t.test(
  'works of a login are done one after the other, however they end, those of others beside',
  async (t) => {
    const turns = new LoginTurns()
    const begun: string[] = []
    const ends: Record<string, { done: () => void; fails: () => void }> = {}
    const take = (login: number, name: string) =>
      turns.take(login, () => {
        begun.push(name)
        return new Promise<string>((resolve, reject) => {
          ends[name] = { done: () => resolve(name), fails: () => reject(new Error(name)) }
        })
      })
    const [a, b, c] = ['a', 'b', 'c'].map((name) => take(1, name))
    const other = take(2, 'other')
    await settled()
    t.same(begun, ['a', 'other'])
    ends['a']?.fails()
    await t.rejects(Promise.resolve(a), { message: 'a' })
    await settled()
    t.same(begun, ['a', 'other', 'b'])
    ends['b']?.done()
    t.equal(await b, 'b')
    ends['other']?.done()
    t.equal(await other, 'other')
    await settled()
    t.same(begun, ['a', 'other', 'b', 'c'])
    ends['c']?.done()
    t.equal(await c, 'c')
    const last = take(1, 'last')
    await settled()
    t.equal(begun.at(-1), 'last')
    ends['last']?.done()
    t.equal(await last, 'last')
  },
)
