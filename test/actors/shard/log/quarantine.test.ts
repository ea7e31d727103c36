import t from 'tap'
import { Quarantine, SET_ASIDE } from '../../../../actors/shard/log/quarantine.js'
import type { Account } from '../../../../engine/account/state.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { LogError } from '../../../../storage/log/log.js'
import { givenAccount, LOGIN } from '../../../given/account.js'
import { givenBook } from '../../../given/book.js'

function givenQuarantine() {
  const told: unknown[] = []
  const quarantine = new Quarantine({
    onSetAside: (login, why) => told.push(['set aside', login, why]),
    onFailure: (what, login, error) => told.push([what, login, error]),
  })
  const account: Account = givenAccount(givenBook())
  return { quarantine, account, told: () => told.splice(0) }
}

t.test('an account is set aside once, and staff hear why', (t) => {
  const { quarantine, account, told } = givenQuarantine()
  t.notOk(quarantine.has(LOGIN))
  t.same(quarantine.takeFresh(), [])
  const why = new TypeError('broken')
  t.equal(quarantine.add(account, why), SET_ASIDE)
  const [first] = told() as [unknown[]]
  t.same(first.slice(0, 2), ['set aside', LOGIN])
  t.equal(first[2], why, 'the error itself')
  t.ok(quarantine.has(LOGIN))
  t.equal(quarantine.add(account, why), SET_ASIDE)
  t.same(told(), [])
  t.same(quarantine.takeFresh(), [account])
  t.same(quarantine.takeFresh(), [], 'once')
  t.ok(quarantine.has(LOGIN), 'it stays aside')
  t.end()
})

t.test('what was thrown and is no error is told as one', (t) => {
  const { quarantine, account, told } = givenQuarantine()
  quarantine.add(account, 'a text')
  const [[, , why]] = told() as [[string, number, Error]]
  t.type(why, Error)
  t.equal(why.message, 'a text')
  t.end()
})

t.test('a request that only reads is answered, and the log tells why', (t) => {
  const { quarantine, told } = givenQuarantine()
  const why = new Error('broken')
  const refusal = quarantine.failed('positions', LOGIN, why)
  t.same(refusal, because('internal.unanswered'))
  t.same(told(), [['positions', LOGIN, why]])
  t.notOk(quarantine.has(LOGIN), 'nothing has changed')
  t.same(quarantine.takeFresh(), [])
  t.end()
})

t.test('what the disk refused is no matter of an account', (t) => {
  const { quarantine, account, told } = givenQuarantine()
  const error = new LogError('full')
  t.throws(() => quarantine.add(account, error), error)
  t.throws(() => quarantine.failed('positions', LOGIN, error), error)
  t.notOk(quarantine.has(LOGIN))
  t.same(quarantine.takeFresh(), [])
  t.same(told(), [])
  t.end()
})
