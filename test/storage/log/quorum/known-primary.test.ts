import t from 'tap'
import { foundPrimary, hostToTry } from '../../../../storage/log/quorum/known-primary.js'

t.test('the known host is tried first, but by who left it', (t) => {
  const addresses = 'postgres://a,b,c/x'
  t.equal(hostToTry(addresses, 3, undefined), 0, 'none is known')
  t.equal(hostToTry(addresses, 3, 0), 1, 'a primary of the past is no primary the next time')
  foundPrimary(addresses, 2)
  t.equal(hostToTry(addresses, 3, undefined), 2)
  t.equal(hostToTry(addresses, 3, 0), 2, 'another session found it')
  t.equal(hostToTry(addresses, 3, 2), 0)
  t.equal(hostToTry('postgres://a/x', 1, 0), 0, 'there is one alone')
  t.end()
})
