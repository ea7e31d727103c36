import t from 'tap'
import {
  countOpened,
  openedRecord,
  type SealedSecrets,
  sealedContent,
} from '../../../../actors/desk/settings/config-secrets.js'
import { randomKey } from '../../../../actors/thread/random.js'
import type { Content } from '../../../../engine/config/config-records.js'
import { SECRET_MASK } from '../../../../engine/config/kinds/connection.js'
import { openSeal } from '../../../../storage/secrets/seal.js'

// Secrets of settings beside their record: what a request keeps, replaces and removes of them.

const NAMES = ['password', 'pin']
const PLACE = { kind: 'datafeeds', id: 3 } as const
const KIND = { kind: PLACE.kind, secrets: { fields: NAMES, goesTo: () => ({}) } }
const SEAL = openSeal(randomKey(), randomKey)
const param = (name: string, value: string, type = 'secret') => ({
  name,
  type,
  value,
  default: '',
  description: '',
})

function sealed(content: object, input: object, before: SealedSecrets = {}, isDry = false) {
  const kind = { kind: KIND, id: PLACE.id }
  const stored = { content: content as Content<'datafeeds'>, secrets: before }
  return sealedContent(SEAL, kind, content as Content<'datafeeds'>, { ...input }, stored, isDry)
}

/** Each secret as it opens at its place. */
function opened(secrets: SealedSecrets): object {
  const entries = Object.entries(secrets).map(([name, text]) => [
    name,
    SEAL.open(text, `settings/datafeeds/3/${name}`),
  ])
  return Object.fromEntries(entries)
}

t.test('a secret that is given is sealed, left out it stays, and empty it goes', (t) => {
  const first = sealed({ name: 'F' }, { password: 'p', pin: '1' })
  t.same(first.content, { name: 'F', has_password: true, has_pin: true })
  t.same(opened(first.secrets), { password: 'p', pin: '1' })
  const { password, pin } = first.secrets
  const kept = sealed({}, {}, first.secrets)
  t.same(kept, {
    content: { has_password: true, has_pin: true },
    secrets: { password, pin },
    faults: [],
  })
  const same = sealed({}, { password: 'p', pin: '2' }, first.secrets)
  t.equal(same.secrets['password'], password, 'what is so already keeps its sealed text')
  t.same(opened(same.secrets), { password: 'p', pin: '2' })
  const dry = sealed({}, { password: 'p' }, first.secrets, true)
  t.not(dry.secrets['password'], password, 'in a dry run it is another one, right or wrong')
  t.equal(dry.secrets['pin'], pin)
  const gone = sealed({}, { password: '' }, first.secrets)
  t.match(gone, { content: { has_password: false, has_pin: true }, secrets: { pin } })
  t.notOk('password' in gone.secrets)
  t.same(sealed({}, { password: 5 }, first.secrets), kept, 'what is no text is left out')
  t.same(sealed({}, { password: '' }), {
    content: { has_password: false, has_pin: false },
    secrets: {},
    faults: [],
  })
  t.end()
})

t.test('a secret parameter is shown as its mask, which keeps it', (t) => {
  const host = param('host', 'h', 'text')
  const first = sealed({ params: [param('key', 'k'), host, param('none', '')] }, {})
  t.same(first.content, {
    params: [param('key', SECRET_MASK), host, param('none', '')],
    has_password: false,
    has_pin: false,
  })
  t.same(opened(first.secrets), { 'params/key': 'k' })
  const same = { params: [param('key', SECRET_MASK), param('none', SECRET_MASK)] }
  const kept = sealed(same, {}, first.secrets)
  t.match(kept.content, { params: [param('key', SECRET_MASK), param('none', '')] })
  t.same(kept.secrets, first.secrets)
  t.same(sealed({ params: [param('key', 'k')] }, {}, first.secrets).secrets, first.secrets)
  const other = sealed({ params: [param('key', 'x')] }, {}, first.secrets)
  t.same(opened(other.secrets), { 'params/key': 'x' })
  t.same(sealed({ params: [param('key', '')] }, {}, first.secrets).secrets, {})
  t.same(sealed({ params: [] }, {}, first.secrets).secrets, {}, 'one that is gone takes it along')
  t.end()
})

t.test('its connection has the record with all secrets open, as far as the key opens them', (t) => {
  const params = [param('key', 'k'), param('host', 'h', 'text')]
  const { content, secrets } = sealed({ name: 'F', params }, { password: 'p' })
  const whole = openedRecord(SEAL, PLACE, NAMES, content, secrets)
  t.same(whole, { ...content, password: 'p', pin: '', params })
  const other = openSeal(randomKey(), randomKey)
  t.same(openedRecord(other, PLACE, NAMES, content, secrets), {
    ...content,
    password: '',
    pin: '',
    params: [param('key', ''), params[1]],
  })
  const moved = openedRecord(SEAL, { ...PLACE, id: 4 }, NAMES, content, secrets)
  t.equal(moved['password'], '', 'of another record')
  t.same(openedRecord(SEAL, PLACE, [], { id: 3 }, secrets), { id: 3 })
  t.same(countOpened(SEAL, PLACE, secrets), [2, 0])
  t.same(countOpened(other, PLACE, secrets), [0, 2])
  const mixed = { ...secrets, pin: other.seal('1', 'settings/datafeeds/3/pin') }
  t.same(countOpened(SEAL, PLACE, mixed), [2, 1])
  t.same(countOpened(SEAL, PLACE, {}), [0, 0])
  const broken = {
    ...SEAL,
    open: () => {
      throw new Error('out of memory')
    },
  }
  t.throws(() => countOpened(broken, PLACE, secrets), { message: 'out of memory' })
  t.end()
})
