import t from 'tap'
import { letter, PLAIN_HEAD } from '../../../wire/letters/letter.js'
import { textOn } from '../../../wire/letters/text-colour.js'

// What every letter has beside its own words: the head in the brand's colour, and the company below.

const CODE = { code: '123456', minutes: 30 }
const HEAD = {
  ...PLAIN_HEAD,
  company: 'Harbour Markets',
  address: '1 Harbour Street, 20095 Hamburg',
  phone: '+49 40 123456',
  website: 'https://harbour.example/{lang}',
  terminal: 'https://trade.harbour.example/{lang}/',
  supportEmail: 'help@harbour.example',
}

t.test('a letter ends with the company, where it is and how it is called', (t) => {
  const { text, html } = letter('code', CODE, 'de-AT', HEAD)
  const foot = [
    'Fragen? Schreiben Sie an help@harbour.example.',
    'Harbour Markets',
    '1 Harbour Street, 20095 Hamburg',
    '+49 40 123456',
    'https://harbour.example/de',
  ]
  t.ok(text.endsWith(`-- \n${foot.join('\n')}\n`), text)
  t.ok(html?.includes(foot.join('<br>')))
  const plain = letter('code', CODE, 'xx', PLAIN_HEAD)
  t.notMatch(plain.text, /-- \n/, 'without a company there is no signature')
  t.notMatch(plain.html, /border-top/)
  t.end()
})

t.test('links of a letter are in its language', (t) => {
  const values = {
    login: 1001,
    name: 'Ada',
    at: '2026-03-02 10:00:00',
    isStopOut: false,
    currency: 'EUR',
    equity: '1.00',
    margin: '2.00',
    callLevel: '100',
    stopOutLevel: '50',
    levelUnit: '%',
  }
  for (const [language, code] of [
    ['de', 'de'],
    ['en-GB', 'en'],
    ['fr', 'en'],
    ['', 'en'],
  ] as const) {
    t.match(letter('marginCall', values, language, HEAD).text, `trade.harbour.example/${code}/`)
  }
  t.end()
})

t.test('the letter of a report says where the report is', (t) => {
  const made = { name: 'Trades', id: 7, at: '2026-03-02 10:00', rows: 3, error: '', totals: [] }
  const told = (hasFile: boolean) => letter('report', { ...made, hasFile }, 'en', HEAD).text
  t.match(told(true), 'The complete report is attached.')
  t.match(told(false), 'Open report job 7 in the desk to read the complete report.')
  t.end()
})

t.test('the name of the company can be read on any colour of the brand', (t) => {
  t.equal(textOn('#1f4e79'), '#ffffff')
  t.equal(textOn('#FFCC00'), '#000000')
  t.equal(textOn('#ffffff'), '#000000')
  t.equal(textOn('#767676'), '#000000')
  t.equal(textOn('#747474'), '#ffffff')
  t.equal(textOn('none'), '#ffffff')
  t.match(
    letter('code', CODE, 'en', { ...HEAD, colour: '#ffcc00' }).html,
    'background:#ffcc00;color:#000000',
  )
  t.end()
})
