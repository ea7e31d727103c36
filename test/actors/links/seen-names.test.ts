import t from 'tap'
import { SEEN_NAMES_MAX, SeenNames } from '../../../actors/links/seen-names.js'

const listed = (name: string) => ({ name, description: `About ${name}` }) as never

t.test('a name has the most decimals that its prices had, ten at the most', (t) => {
  const names = new SeenNames()
  names.see('EURUSD', '1.17', '1.170')
  names.see('EURUSD', '1.1', '1')
  names.see('XAUUSD', '2400', '2401')
  t.same(names.all(), [
    { name: 'EURUSD', digits: 3 },
    { name: 'XAUUSD', digits: 0 },
  ])
  names.see('EURUSD', '1.17005', '1.1')
  names.see('CENT', '.5', '.25')
  names.see('XAUUSD', '1.12345678901', '1')
  names.see('XAUUSD', '1.123456789012', '1')
  t.same(names.all(), [
    { name: 'EURUSD', digits: 5 },
    { name: 'XAUUSD', digits: 10 },
    { name: 'CENT', digits: 2 },
  ])
  t.end()
})

t.test('a name that is quoted and then listed keeps the decimals that it had', (t) => {
  const names = new SeenNames()
  names.see('EURUSD', '1.17005', '1.17015')
  names.list([listed('EURUSD'), listed('XAUUSD')])
  names.see('XAUUSD', '2400.5', '2401')
  names.list([listed('XAUUSD')])
  t.same(names.all(), [
    { name: 'EURUSD', digits: 5, listed: listed('EURUSD') },
    { name: 'XAUUSD', digits: 1, listed: listed('XAUUSD') },
  ])
  t.end()
})

t.test('N1: beyond the most names none is new, quoted or listed; those there are go on', (t) => {
  const names = new SeenNames()
  for (let n = 1; n < SEEN_NAMES_MAX; n++) names.see(`S${n}`, '1', '2')
  names.list([listed('last'), listed('none')])
  names.see('one more', '1.5', '1.6')
  t.equal(names.all().length, SEEN_NAMES_MAX)
  names.see('S1', '1.25', '1.26')
  names.list([listed('S2'), listed('none'), listed('S3')])
  const all = names.all()
  t.equal(all.length, SEEN_NAMES_MAX)
  t.same(all[0], { name: 'S1', digits: 2 })
  t.same(all[1], { name: 'S2', digits: 0, listed: listed('S2') })
  t.same(all[2], { name: 'S3', digits: 0, listed: listed('S3') }, 'also after one that is not')
  t.same(all.at(-1), { name: 'last', digits: 0, listed: listed('last') })
  names.clear()
  names.see('one more', '1.5', '1.6')
  t.same(names.all(), [{ name: 'one more', digits: 1 }])
  t.end()
})

t.test('of another provider nothing is known that the one before listed', (t) => {
  const names = new SeenNames()
  names.list([listed('EURUSD')])
  names.clear()
  names.see('EURUSD', '1.1', '1.2')
  t.same(names.all(), [{ name: 'EURUSD', digits: 1 }])
  t.end()
})
