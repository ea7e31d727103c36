import t from 'tap'
import {
  addressAllowed,
  addressBlock,
  isAddressPrefix,
  prefixesOfBoth,
} from '../../../engine/access/address.js'

t.test('an address is allowed when a prefix of its family holds it', (t) => {
  const rows: readonly [prefixes: string[], address: string, allowed: boolean][] = [
    [[], '10.0.0.1', true],
    [['10.0.0.1'], '10.0.0.1', true],
    [['10.0.0.1'], '10.0.0.2', false],
    [['10.0.0.0/8'], '10.255.1.2', true],
    [['10.0.0.0/8'], '11.0.0.1', false],
    [['0.0.0.0/0'], '8.8.8.8', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['192.0.2.0/24', '10.0.0.0/8'], '10.1.1.1', true],
    [['10.0.0.0/8'], '::ffff:10.1.1.1', true],
    [['::ffff:10.0.0.0/104'], '10.1.1.1', true],
    [['2001:db8::/32'], '2001:db8:ffff::1', true],
    [['2001:db8::/32'], '2001:0db8:0000:0000:0000:0000:0000:0001', true],
    [['2001:db8::/33'], '2001:db8:8000::1', false],
    [['nonsense'], '10.0.0.1', false],
    [['10.0.0.0/8'], 'nonsense', false],
  ]
  for (const [prefixes, address, allowed] of rows) {
    t.equal(addressAllowed(prefixes, address), allowed, `${prefixes.join()} ${address}`)
  }
  t.end()
})

t.test('only bare addresses and CIDR are prefixes', (t) => {
  for (const good of [
    '1.2.3.4',
    '1.2.3.0/24',
    '1.2.3.4/0',
    '::1',
    '::/0',
    'fe80::/10',
    '::1/128',
    '::ffff:10.0.0.0/96',
    '::ffff:10.0.0.0/128',
  ]) {
    t.ok(isAddressPrefix(good), good)
  }
  const bad = [
    '',
    '1.2.3',
    '11.2.3.4]',
    '[1.2.3.4',
    '[::1',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/-1',
    '::1/129',
    '::ffff:10.0.0.0/95',
    '::ffff:10.0.0.0/8',
    '::ffff:10.0.0.0/129',
  ]
  for (const text of [...bad, '1:2:3', ':::', '1::2::3', 'host', '1.2.3.4/ 8', '12345::']) {
    t.notOk(isAddressPrefix(text), text)
  }
  t.end()
})

t.test('one host has one name, and one IPv6 household is one', (t) => {
  t.equal(addressBlock('::ffff:1.2.3.4'), addressBlock('1.2.3.4'))
  t.equal(addressBlock('0000:0000:0000:0000:0000:ffff:0102:0304'), addressBlock('1.2.3.4'))
  t.equal(addressBlock('2001:db8::1'), addressBlock('2001:db8:0:0:ffff::2'))
  t.not(addressBlock('2001:db8::1'), addressBlock('2001:db8:0:1::1'))
  t.equal(addressBlock('unknown'), 'unknown')
  t.end()
})

t.test(
  'networks of both lists are those that lie in each, and none is no leave for everybody',
  (t) => {
    t.same(prefixesOfBoth([], []), [])
    t.same(prefixesOfBoth(['10.0.0.0/8'], []), ['10.0.0.0/8'])
    t.same(prefixesOfBoth([], ['10.0.0.0/8']), ['10.0.0.0/8'])
    const both = prefixesOfBoth(
      ['10.0.0.0/8', '::1', '192.0.2.1'],
      ['10.1.0.0/16', '192.0.2.0/24', '::1'],
    )
    t.same(both, ['::1', '192.0.2.1', '10.1.0.0/16'])
    const none = prefixesOfBoth(['10.0.0.0/8'], ['192.0.2.1'])
    for (const address of ['10.0.0.1', '192.0.2.1', '::1']) t.notOk(addressAllowed(none, address))
    t.end()
  },
)
