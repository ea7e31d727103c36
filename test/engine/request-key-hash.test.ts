import t from 'tap'
import { requestKeyHash } from '../../engine/request-key-hash.js'

// The tables hold these numbers: with another hash no stored key would be found again.
t.test('a key has the hash that it always had', (t) => {
  t.same(
    [
      requestKeyHash(1, ''),
      requestKeyHash(1001, 'o:client-1'),
      requestKeyHash(2 ** 40 + 7, 'b:ünicode €'),
    ],
    [2669588530356096, 6996907772260390, 6763217946619613],
  )
  t.end()
})

t.test('a hash is a whole number above zero that a double holds exactly', (t) => {
  for (let login = 1; login < 2000; login++) {
    const hash = requestKeyHash(login, `o:${login % 7}`)
    if (!Number.isSafeInteger(hash) || hash <= 0) t.fail(`${hash} for ${login}`)
  }
  t.end()
})
