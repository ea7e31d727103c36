import t from 'tap'
import { RequestKeys } from '../../../../actors/shard/outcomes/request-keys.js'
import { Prng } from '../../../../engine/numbers/prng.js'
import {
  keySecretOf,
  oldRequestKeyHash,
  requestKeyHash,
} from '../../../../engine/numbers/request-key-hash.js'
import { KEY_SECRET } from '../../../given/floors/shard.js'

const DAY_MS = 86_400_000
const NOW = 20_000 * DAY_MS

t.test('a key leads to its record, and no other key of any account does', (t) => {
  const keys = new RequestKeys(KEY_SECRET)
  keys.add(1001, 'o:a', 7, NOW)
  t.same(keys.find(1001, 'o:a'), [7])
  for (const [login, key] of [
    [1002, 'o:a'],
    [1001, 'o:b'],
    [1001, 'b:a'],
    [1001, ''],
  ] as const) {
    t.same(keys.find(login, key), [])
  }
  t.end()
})

t.test('twenty thousand keys of many accounts are all found, and nothing else', (t) => {
  const keys = new RequestKeys(KEY_SECRET)
  const prng = new Prng(3)
  const used = new Map<string, [login: number, key: string, seq: number]>()
  for (let seq = 1; seq <= 20_000; seq++) {
    const login = 1000 + prng.below(500)
    const key = `o:${prng.below(1_000_000).toString(36)}`
    if (used.has(`${login} ${key}`)) continue
    used.set(`${login} ${key}`, [login, key, seq])
    keys.add(login, key, seq, NOW + prng.below(3 * DAY_MS))
  }
  t.equal(keys.size, used.size)
  let wrong = 0
  for (const [login, key, seq] of used.values()) {
    const found = keys.find(login, key)
    if (found.length !== 1 || found[0] !== seq) wrong++
    if (keys.find(login, `${key}!`).length > 0) wrong++
  }
  t.equal(wrong, 0)
  t.end()
})

t.test('adding the same use again keeps it once', (t) => {
  const keys = new RequestKeys(KEY_SECRET)
  for (let i = 0; i < 3; i++) keys.add(1001, 'o:a', 7, NOW)
  t.same(keys.find(1001, 'o:a'), [7])
  t.equal(keys.size, 1)
  t.end()
})

t.test('K1: under one hash every record is kept, on the same day and on another', (t) => {
  const keys = new RequestKeys(KEY_SECRET)
  keys.add(1001, 'o:a', 7, NOW)
  keys.add(1001, 'o:a', 9, NOW)
  keys.add(1001, 'o:a', 30, NOW + DAY_MS)
  t.same(keys.find(1001, 'o:a'), [7, 9, 30])
  t.end()
})

t.test('of two records under a key the newer comes last, however the tables grew', (t) => {
  const keys = new RequestKeys(KEY_SECRET)
  const uses = 5_000
  for (let use = 1; use <= uses; use++) {
    keys.add(1001, `o:${use}`, use, NOW)
    keys.add(1001, `o:${use}`, use + uses, NOW)
  }
  let wrong = 0
  for (let use = 1; use <= uses; use++) {
    const [older, newer] = keys.find(1001, `o:${use}`)
    if (older !== use || newer !== use + uses) wrong++
  }
  t.equal(wrong, 0)
  t.end()
})

t.test('K2: a key is known for seven days from any hour, and some day after it is gone', (t) => {
  for (const hour of [0, 1, 12, 23]) {
    const used = NOW + hour * 3_600_000
    const keys = new RequestKeys(KEY_SECRET)
    keys.add(1001, 'o:a', 7, used)
    for (let ms = 0; ms <= 7 * DAY_MS; ms += 6 * 3_600_000) {
      keys.add(1001, `o:${ms}`, 8, used + ms)
      if (keys.find(1001, 'o:a').length !== 1) t.fail(`used at ${hour}:00, gone after ${ms} ms`)
    }
    keys.add(1001, 'o:later', 9, used + 10 * DAY_MS)
    t.same(keys.find(1001, 'o:a'), [], 'its memory is given back')
  }
  t.end()
})

t.test('K3: a key goes with its day when the ninth day after it begins, and not before', (t) => {
  const keys = new RequestKeys(KEY_SECRET)
  keys.add(1001, 'o:a', 7, NOW)
  const known = [1, 7, 8, 9].map((days) => {
    keys.add(1001, `o:${days}`, 8, NOW + days * DAY_MS)
    return [days, keys.find(1001, 'o:a'), keys.size]
  })
  t.same(known, [
    [1, [7], 2],
    [7, [7], 3],
    [8, [7], 4],
    [9, [], 4],
  ])
  t.end()
})

t.test('keys that lead to one record are all kept, wherever they lie', (t) => {
  const keys = new RequestKeys(KEY_SECRET)
  const uses = 5_000
  for (let use = 0; use < uses; use++) keys.add(1001, `o:${use}`, 7, NOW)
  t.equal(keys.size, uses)
  t.end()
})

t.test(
  'K4: keys that were stored by the old hash are found beside the new ones, and go in time',
  (t) => {
    const keys = new RequestKeys(KEY_SECRET)
    const old = oldRequestKeyHash(1001, 'o:a')
    keys.addHashed(old, 7, NOW, true)
    t.same(keys.find(1001, 'o:a'), [7])
    keys.add(1001, 'o:a', 9, NOW + DAY_MS)
    t.same(keys.find(1001, 'o:a'), [7, 9])
    t.same(keys.find(1001, 'o:b'), [])
    t.equal(keys.size, 2)
    keys.add(1001, 'o:later', 10, NOW + 10 * DAY_MS)
    t.same(keys.find(1001, 'o:a'), [])
    t.equal(keys.size, 1, 'what is forgotten is not counted')
    keys.addHashed(requestKeyHash(KEY_SECRET, 1001, 'o:b'), 11, NOW + 10 * DAY_MS)
    t.same(keys.find(1001, 'o:b'), [11], 'the tables keep the new hash, too')
    t.end()
  },
)

t.test(
  'another secret finds nothing: keys are looked for by one that their senders do not know',
  (t) => {
    const keys = new RequestKeys(KEY_SECRET)
    const hashes = new Set<number>()
    for (let i = 0; i < 1000; i++) {
      keys.add(1001, `o:${i}`, i + 1, NOW)
      hashes.add(oldRequestKeyHash(1001, `o:${i}`))
    }
    const other = new RequestKeys(keySecretOf('fedcba9876543210'))
    for (let i = 0; i < 1000; i++) {
      const key = `o:${i}`
      other.addHashed(requestKeyHash(KEY_SECRET, 1001, key), i + 1, NOW)
      if (hashes.has(requestKeyHash(KEY_SECRET, 1001, key))) t.fail(`${key} has the old hash`)
      if (other.find(1001, key).length > 0) t.fail(`${key} is found`)
    }
    t.end()
  },
)
