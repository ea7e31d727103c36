import t from 'tap'
import {
  refusedAddress,
  refusedHost,
  refusedReceiver,
  refusedReceiverAddress,
} from '../../../engine/names/outbound.js'

const REFUSED = [
  '127.0.0.1',
  '127.255.255.255',
  '::1',
  '0.0.0.0',
  '0.1.2.3',
  '::',
  '169.254.0.1',
  '169.254.169.254',
  'fe80::1',
  'febf::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  'ff02::1',
  '240.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '[::1]',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::169.254.169.254',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
]
const OPEN = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.1',
  '192.0.2.1',
  '223.255.255.255',
  '2001:db8::1',
  'fd00::1',
  'fec0::1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '::ffff:10.0.0.1',
]

t.test('addresses that no provider has are refused, in every way to write them', async (t) => {
  for (const address of REFUSED) {
    t.type(refusedAddress(address, []), 'string', address)
    t.equal(refusedHost(address, []), refusedAddress(address, []), address)
  }
  for (const address of OPEN) t.equal(refusedAddress(address, []), null, address)
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::10.1.2.3']) {
    t.equal(refusedAddress(address, [], ['fd00::2', '10.1.2.3']), 'this machine', address)
  }
})

t.test('what is allowed is open, and nothing beside it', async (t) => {
  const allowed = ['127.0.0.1', '169.254.10.0/24']
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '169.254.10.7', '10.0.0.1']) {
    t.equal(refusedAddress(address, allowed), null, address)
  }
  for (const address of ['127.0.0.2', '169.254.169.254', '::1', '64:ff9b::7f00:1']) {
    t.type(refusedAddress(address, allowed), 'string', address)
  }
})

t.test(
  'a name is judged by what it stands for; what only looks like an address is no address',
  async (t) => {
    for (const name of ['localhost', 'feed.example', '127.1', '2130706433', '0x7f.0.0.1']) {
      t.equal(refusedHost(name, []), null, name)
      t.equal(refusedAddress(name, []), 'no address', name)
    }
  },
)

t.test('receivers of webhooks are in no private network that is not allowed', async (t) => {
  const isPublic = (address: string) => /^(12[68]|169|192\.0|223|2001)/.test(address)
  for (const address of [...REFUSED, ...OPEN.filter((one) => !isPublic(one))]) {
    t.type(refusedReceiverAddress(address, []), 'string', address)
    t.equal(refusedReceiver(address, []), refusedReceiverAddress(address, []), address)
  }
  for (const address of OPEN.filter(isPublic)) {
    t.equal(refusedReceiverAddress(address, []), null, address)
  }
  t.equal(refusedReceiver('crm.example.com', []), null)
  t.equal(refusedReceiverAddress('10.1.2.3', ['10.1.0.0/16']), null)
  t.type(refusedReceiverAddress('10.2.2.3', ['10.1.0.0/16']), 'string')
})
