import t from 'tap'
import type { Supervisor } from '../../actors/server/supervisor.js'
import type { Passwords } from '../../actors/sign-in/passwords.js'
import { accept } from '../../actors/thread/ask.js'
import { refuse } from '../../engine/code.js'
import { setFirstPassword, setUpDemoTrader } from '../../http/first-logins.js'
import { readSettings, type Settings } from '../../http/settings.js'
import { writtenLog } from '../actors/links/feeds/given-feed.js'

/** A server whose desk takes what it is asked for, until it refuses `refused`, and what was done, in its order. */
function given(refused = '') {
  const done: string[] = []
  const answer = async (name: string) => {
    done.push(name)
    if (name === refused) return refuse('unavailable', 'The desk is starting again.')
    return accept(name === 'held' ? { recordSeq: 1 } : null)
  }
  const supervisor = { ask: answer, shardOf: () => ({ ask: answer }) } as unknown as Supervisor
  const passwords = {
    hash: async (password: string) => {
      done.push('hash')
      hashed.push(password)
      return 'a hash'
    },
  } as unknown as Passwords
  const hashed: string[] = []
  return { supervisor, passwords, done, hashed }
}

function settingsOf(env: Record<string, string>): Settings {
  const read = readSettings(env)
  if (!read.ok) throw new Error(read.faults.join())
  return read.settings
}

t.test(
  'the password that is made for the administrator is shown once, a given one never',
  async (t) => {
    const { supervisor, passwords, hashed } = given()
    const text = await setFirstPassword(settingsOf({}), supervisor, passwords)
    const [password = ''] = hashed
    t.ok(password.length >= 8)
    t.equal(text, `Administrator: login 1, password ${password} (shown only this once)\n`)
    const own = settingsOf({ ADMIN_PASSWORD: 'Abcd12!x' })
    t.equal(await setFirstPassword(own, supervisor, passwords), '')
    t.equal(hashed[1], 'Abcd12!x')
  },
)

t.test('a first password that cannot be set ends the start', async (t) => {
  const { supervisor, passwords } = given('system.administrator_password')
  const set = setFirstPassword(settingsOf({}), supervisor, passwords)
  await t.rejects(set, { message: 'The desk is starting again.' })
})

t.test('the demo trader is shown when all of it is there', async (t) => {
  const { supervisor, passwords, done, hashed } = given()
  const log = writtenLog()
  const text = await setUpDemoTrader(supervisor, passwords, log, 'http://h:1')
  const shown =
    /^Demo trader: login \d+, password \S+ \(shown only this once\)\n.*http:\/\/h:1\/#demo=\d+:\S+\n$/
  t.match(text, shown)
  t.ok(text.includes(` password ${hashed[0]} `))
  t.ok(text.endsWith(`:${encodeURIComponent(String(hashed[0]))}\n`))
  t.same(done, ['demo_trader.open', 'held', 'hash', 'demo_trader.password'])
  t.same(log.lines, [])
})

t.test(
  'a demo trader that cannot be made waits for the next start, and the server goes on',
  async (t) => {
    for (const refused of ['demo_trader.open', 'held', 'demo_trader.password']) {
      const { supervisor, passwords } = given(refused)
      const log = writtenLog()
      t.equal(await setUpDemoTrader(supervisor, passwords, log, 'http://h:1'), '', refused)
      const why = 'the demo trader waits for the next start: The desk is starting again.'
      t.same(log.lines, [`warn ${why} {"code":"unavailable"}`])
    }
  },
)
