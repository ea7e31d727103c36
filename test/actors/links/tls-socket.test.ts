import t from 'tap'
import {
  CERTIFICATE_ALERTS,
  handshakeFault,
  pemOptions,
  secureSocket,
} from '../../../actors/links/tls-socket.js'
import { PAIR_A } from '../../given/key-pairs.js'

// Goal: what is set of TLS is used, and a handshake that fails is told in words.

const TERMS = { certificate: '', key: '', authority: '', verifies: true, serverName: '' }

t.test(
  'a handshake that fails is told by its code, and one that has no words with it',
  async (t) => {
    t.equal(handshakeFault('CERT_HAS_EXPIRED'), "the peer's certificate has expired")
    t.equal(
      handshakeFault('ERR_SSL_WRONG_VERSION_NUMBER'),
      'the peer does not speak TLS at this port',
    )
    for (const [code, text] of Object.entries(CERTIFICATE_ALERTS))
      t.equal(handshakeFault(code), text)
    t.equal(handshakeFault('EPROTO'), 'the TLS handshake failed (EPROTO)')
    t.equal(handshakeFault(undefined), 'the TLS handshake failed (unknown)')
  },
)

t.test('a certificate comes with its key, and an authority by itself', async (t) => {
  const minVersion = 'TLSv1.2'
  t.same(pemOptions(TERMS), { minVersion })
  t.same(pemOptions({ ...TERMS, key: 'k' }), { minVersion }, 'a key alone is none')
  t.same(pemOptions({ ...TERMS, certificate: 'c', key: 'k' }), { minVersion, cert: 'c', key: 'k' })
  t.same(pemOptions({ ...TERMS, authority: 'a' }), { minVersion, ca: 'a' })
})

t.test('a pair that cannot be used makes no socket', async (t) => {
  const lookup = () => undefined
  const socket = (terms: typeof TERMS) =>
    secureSocket({ host: '127.0.0.1', port: 1 }, terms, lookup)
  t.equal(socket({ ...TERMS, certificate: 'no PEM', key: 'no PEM' }), undefined)
  const { certificate, key } = PAIR_A
  const good = socket({ ...TERMS, certificate, key })
  t.ok(good)
  good?.on('error', () => undefined)
  good?.destroy()
})
