import t from 'tap'
import { firewall, iptablesRows, nftRows } from '../../../actors/machine/firewall.js'
import { devicesIn, retransmitsIn } from '../../../actors/machine/network-counters.js'

// Rules and counters of the machine as its programs and the kernel tell them.

const NFT = JSON.stringify({
  nftables: [
    { metainfo: { version: '1.0.6' } },
    { chain: { family: 'inet', table: 'filter', name: 'input', hook: 'input', policy: 'drop' } },
    { chain: { family: 'inet', table: 'filter', name: 'web' } },
    {
      chain: { family: 'inet', table: 'filter', name: 'output', hook: 'output', policy: 'accept' },
    },
    { chain: { family: 'inet', table: 'filter', name: 'lonely' } },
    {
      rule: {
        family: 'inet',
        table: 'filter',
        chain: 'input',
        expr: [{ jump: { target: 'web' } }],
      },
    },
    {
      rule: {
        family: 'inet',
        table: 'filter',
        chain: 'web',
        comment: 'pages',
        expr: [
          { match: { left: { payload: { protocol: 'tcp', field: 'dport' } }, right: 443 } },
          { accept: null },
        ],
      },
    },
    { rule: { family: 'inet', table: 'filter', chain: 'lonely', expr: [{ drop: null }] } },
    { rule: { family: 'inet', table: 'filter', chain: 'output', expr: [{ drop: null }] } },
  ],
})

t.test('nftables: chains that hear what comes in, and those that they reach', async (t) => {
  t.match(nftRows(NFT), [
    { chain: 'input', name: 'policy', action: 'drop', hook: 'input' },
    { chain: 'input', action: 'jump' },
    { chain: 'web', action: 'accept', port: '443', protocol: 'tcp', name: 'pages', hook: 'input' },
  ])
  t.equal(nftRows(NFT).length, 3)
  t.same(nftRows('no json'), [])
})

t.test('iptables-save, bounds, and programs that are not there', async (t) => {
  const text = [
    '*filter',
    ':INPUT DROP [0:0]',
    ':OUTPUT ACCEPT [0:0]',
    '-A INPUT -s 10.0.0.0/8 -i eth0 -p tcp --dport 22 -j ACCEPT',
    '-A OUTPUT -j DROP',
    'COMMIT',
  ].join('\n')
  t.match(iptablesRows(text), [
    { chain: 'INPUT', name: 'policy', action: 'drop', table: 'filter' },
    { address: '10.0.0.0/8', interface: 'eth0', port: '22', protocol: 'tcp', action: 'accept' },
  ])
  t.equal(iptablesRows(text).length, 2)
  const many = `*filter\n:INPUT ACCEPT [0:0]\n${'-A INPUT -j DROP\n'.repeat(1_000)}`
  const found = await firewall(async (name) =>
    name === 'nft' ? { ok: false, why: 'no' } : { ok: true, text: many },
  )
  t.match(found, { available: true, backend: 'iptables', truncated: true, rows: { length: 1_000 } })
  const none = await firewall(async () => ({ ok: false, why: 'it is not installed' }))
  t.match(none, { available: false, rows: [], reason: /nft: it is not installed/ })
})

t.test('counters of the kernel', async (t) => {
  const dev =
    'Inter-|   Receive  | Transmit\n face |bytes packets|bytes\n' +
    '    lo: 5 1 0 0 0 0 0 0 5 1 0 0 0 0 0 0\n  eth0:700 1 0 0 0 0 0 0 900 1 0 0 0 0 0 0\n'
  t.same(
    [...devicesIn(dev)],
    [
      ['lo', { rx: 5, tx: 5 }],
      ['eth0', { rx: 700, tx: 900 }],
    ],
  )
  t.equal(retransmitsIn('Tcp: A RetransSegs B\nTcp: 1 42 3\n'), 42)
  t.equal(retransmitsIn('Udp: A\n'), null)
})
