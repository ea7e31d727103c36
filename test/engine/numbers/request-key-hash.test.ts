import t from 'tap'
import {
  keySecretOf,
  oldRequestKeyHash,
  requestKeyHash,
} from '../../../engine/numbers/request-key-hash.js'

const SECRET = keySecretOf('0123456789abcdef')

// The tables hold these numbers: with another hash no stored key would be found again.
t.test('a key has the hash that it always had', (t) => {
  t.same(
    [
      requestKeyHash(SECRET, 1, ''),
      requestKeyHash(SECRET, 1001, 'o:client-1'),
      requestKeyHash(SECRET, 2 ** 40 + 7, 'b:ünicode €'),
    ],
    [4785994373400149, 8168066236574644, 4887407384233061],
  )
  t.same(
    [
      oldRequestKeyHash(1, ''),
      oldRequestKeyHash(1001, 'o:client-1'),
      oldRequestKeyHash(2 ** 40 + 7, 'b:ünicode €'),
    ],
    [2669588530356096, 6996907772260390, 6763217946619613],
  )
  t.end()
})

t.test('a hash is a whole number above zero that a double holds exactly', (t) => {
  for (let login = 1; login < 2000; login++) {
    for (const hash of [
      requestKeyHash(SECRET, login, `o:${login % 7}`),
      oldRequestKeyHash(login, `o:${login % 7}`),
    ]) {
      if (!Number.isSafeInteger(hash) || hash <= 0) t.fail(`${hash} for ${login}`)
    }
  }
  t.end()
})

t.test('every part of login, key and secret makes another hash, in every bit of it', (t) => {
  const asked: [string, number, string][] = []
  for (let bit = 0; bit < 52; bit++) asked.push(['0123456789abcdef', 1001 + 2 ** bit, 'o:abcd'])
  for (let length = 0; length < 50; length++) {
    asked.push(['0123456789abcdef', 1001, 'x'.repeat(length)])
    asked.push(['0123456789abcdef', 1001, `${'x'.repeat(length)}y${'x'.repeat(length)}`])
  }
  for (let bit = 0n; bit < 64n; bit++) {
    const secret = (0x0123456789abcdefn ^ (1n << bit)).toString(16).padStart(16, '0')
    asked.push([secret, 1001, 'o:abcd'])
  }
  asked.push(['0123456789abcdef', 1001, 'o:abcd'])
  const hashes = asked.map(([secret, login, key]) =>
    requestKeyHash(keySecretOf(secret), login, key),
  )
  t.equal(new Set(hashes).size, asked.length)
  for (let bit = 0; bit < 53; bit++) {
    const ones = hashes.filter((hash) => Math.floor(hash / 2 ** bit) % 2 === 1).length
    const share = ones / hashes.length
    t.ok(share > 0.35 && share < 0.65, `bit ${bit} is set in ${share} of them`)
  }
  t.end()
})
