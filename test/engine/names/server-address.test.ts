import t from 'tap'
import { parseAddress } from '../../../engine/names/server-address.js'

t.test('an address is a host or a bracketed IPv6 one, and a port from 1 to 65535', async (t) => {
  const rows: [server: string, host: string, port: number][] = [
    ['fix.example.com:1', 'fix.example.com', 1],
    ['10.0.0.1:65535', '10.0.0.1', 65_535],
    ['[::1]:443', '::1', 443],
    ['[fe80:0:0:0:0:0:10.0.0.1]:9000', 'fe80:0:0:0:0:0:10.0.0.1', 9000],
    [`${'h'.repeat(253)}:80`, 'h'.repeat(253), 80],
  ]
  for (const [server, host, port] of rows) t.same(parseAddress(server), { host, port }, server)
})

t.test('anything else is none', async (t) => {
  const none = [
    '',
    'host',
    'host:',
    ':80',
    'host:0',
    'host:65536',
    'host:123456',
    'host:8o',
    'a b:1',
  ]
  const odd = [
    'host:-1',
    '::1:80',
    '[::1]',
    '[]:80',
    '[1]:80',
    'a[b:1',
    'http://host:80',
    'host:80 ',
  ]
  for (const server of [...none, ...odd, `${'h'.repeat(254)}:80`]) {
    t.equal(parseAddress(server), undefined, server)
  }
})
