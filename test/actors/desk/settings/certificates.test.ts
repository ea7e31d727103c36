import t from 'tap'
import { isCertificate, keyFit } from '../../../../actors/desk/settings/certificates.js'
import { PAIR_A, PAIR_B } from '../../../given/key-pairs.js'

t.test('a certificate is told from other texts, and its key from those of others', (t) => {
  for (const text of ['', 'x', PAIR_A.key]) t.equal(isCertificate(text), false, text)
  t.equal(isCertificate(PAIR_A.certificate), true)
  t.equal(keyFit(PAIR_A.certificate, PAIR_A.key), 'pair')
  t.equal(keyFit(PAIR_A.certificate, PAIR_B.key), 'strangers')
  t.equal(keyFit(PAIR_A.certificate, PAIR_A.certificate), 'no_key')
  t.equal(keyFit(PAIR_A.certificate, ''), 'no_key')
  t.equal(keyFit('x', PAIR_A.key), 'strangers')
  t.end()
})
