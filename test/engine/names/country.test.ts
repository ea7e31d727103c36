import t from 'tap'
import { comparableCountry } from '../../../engine/names/country.js'

t.test('a country is the same by its code and by its names', (t) => {
  for (const text of ['DE', 'de', 'Germany', ' GERMANY ', 'Deutschland']) {
    t.equal(comparableCountry(text), 'DE', text)
  }
  for (const text of ['GB', 'UK', 'United Kingdom', 'Vereinigtes Königreich']) {
    t.equal(comparableCountry(text), 'GB', text)
  }
  t.equal(comparableCountry('MM'), comparableCountry('BU'), 'a code of before')
  t.not(comparableCountry('AT'), comparableCountry('AU'))
  t.equal(comparableCountry(' Atlantis'), 'atlantis')
  t.end()
})
