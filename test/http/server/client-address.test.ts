import t from 'tap'
import { ClientAddress, canonicalAddress, isLoopback } from '../../../http/server/client-address.js'

t.test('addresses have one spelling', (t) => {
  const table = [
    ['127.0.0.1', '127.0.0.1'],
    ['0000:0000:0000:0000:0000:ffff:7f00:0001', '127.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[::1]', '::1'],
    ['[::1x', null],
    ['x::1]', null],
    ['::ffff:0:0:1', '::ffff:0:0:1'],
    ['::1.2.3.4', '::1.2.3.4'],
    ['fe80::1%eth0', null],
    ['1.2.3', null],
    ['1.2.3.4:80', null],
    ['', null],
    ['x', null],
  ] as const
  for (const [text, expected] of table) t.equal(canonicalAddress(text), expected, text)
  t.ok(isLoopback('127.5.0.1') && isLoopback('::1') && !isLoopback('128.0.0.1'))
  t.end()
})

t.test('the client is the right-most address that is no proxy', (t) => {
  const addresses = new ClientAddress(['10.0.0.0/8', '::1', '192.0.2.7'])
  const table = [
    ['8.8.8.8', '1.1.1.1', '8.8.8.8'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['10.0.0.1', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['10.0.0.1', '6.6.6.6, 1.1.1.1, 10.9.9.9,192.0.2.7', '1.1.1.1'],
    ['::1', '10.1.1.1', '10.1.1.1'],
    ['0000:0000:0000:0000:0000:0000:0000:0001', '2001:DB8::1', '2001:db8::1'],
    ['10.0.0.1', '1.1.1.1, garbage', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', 'unknown, 10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', '203.0.113.6:4711', '203.0.113.6'],
    ['10.0.0.1', '6.6.6.6, [2001:DB8::1]:80, 10.0.0.2:65535', '2001:db8::1'],
    ['10.0.0.1', '203.0.113.6:654321', '10.0.0.1'],
    ['10.0.0.1', '2001:db8::1:80', '2001:db8::1:80'],
  ] as const
  for (const [peer, forwarded, expected] of table) {
    t.equal(addresses.resolve(peer, forwarded), expected, `${peer} <- ${forwarded}`)
  }
  t.equal(new ClientAddress([]).resolve('10.0.0.1', '1.1.1.1'), '10.0.0.1', 'no proxy is trusted')
  for (const wrong of ['x', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/', '']) {
    t.throws(() => new ClientAddress([wrong]), /TRUST_PROXY/, wrong)
  }
  t.end()
})

t.test('an address that stands for many people is shared', async (t) => {
  const addresses = new ClientAddress(['10.0.0.1'])
  for (const shared of ['127.0.0.1', '127.0.0.2', '::1', '10.0.0.1']) {
    t.ok(addresses.isShared(addresses.resolve(shared, undefined)), shared)
  }
  t.notOk(addresses.isShared(addresses.resolve('10.0.0.1', '203.0.113.7')))
  t.equal(addresses.isShared('10.0.0.2'), false)
  t.equal(new ClientAddress([]).isShared('10.0.0.1'), false, 'no proxy is named')
})

t.test('a proxy whose names cannot be read is one address, and told of once', async (t) => {
  const told: string[] = []
  const addresses = new ClientAddress(['10.0.0.0/8', '127.0.0.1'], (proxy) => told.push(proxy))
  for (const names of [undefined, '', 'unknown', '203.0.113.7:80', '203.0.113.7, 10.0.0.2']) {
    addresses.resolve('10.0.0.1', names)
    addresses.resolve('127.0.0.1', names)
  }
  t.same([told, addresses.unreadNames], [[], 0])
  t.ok(addresses.isShared('10.0.0.1'))
  for (const names of ['client-7', '203.0.113.7, for=x', '_hidden']) {
    t.equal(addresses.resolve('10.0.0.1', names), '10.0.0.1')
    t.equal(addresses.resolve('127.0.0.1', names), '127.0.0.1')
  }
  t.same([told, addresses.unreadNames], [['10.0.0.1', '127.0.0.1'], 6])
  t.notOk(addresses.isShared('10.0.0.1') || addresses.isShared('127.0.0.1'))
  t.ok(addresses.isShared('10.0.0.2'), 'another proxy is none of it')
})

t.test('a peer is trusted when it is a proxy that was named, in any spelling', (t) => {
  const addresses = new ClientAddress(['10.0.0.0/8', '2001:db8::/32'])
  const rows: [peer: string, isTrusted: boolean][] = [
    ['10.0.0.1', true],
    ['::ffff:10.0.0.1', true],
    ['11.0.0.1', false],
    ['2001:DB8::1', true],
    ['2001:db9::1', false],
    ['127.0.0.1', false],
    ['', false],
  ]
  for (const [peer, isTrusted] of rows) {
    t.equal(addresses.isTrustedPeer(peer), isTrusted, peer)
    t.equal(addresses.isTrustedPeer(peer), isTrusted, `${peer} again`)
    t.equal(new ClientAddress([]).isTrustedPeer(peer), false)
  }
  const everybody = new ClientAddress(['0.0.0.0/0'])
  t.equal(everybody.resolve('9.9.9.9', '1.1.1.1, 2.2.2.2'), '1.1.1.1', 'all are proxies')
  t.same([everybody.hasProxies, new ClientAddress([]).hasProxies], [true, false])
  t.equal(addresses.resolve('nothing', '1.1.1.1'), 'nothing', 'a peer without an address')
  t.end()
})
