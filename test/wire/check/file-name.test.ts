import t from 'tap'
import { checkFileName } from '../../../wire/check/file-name.js'
import { FILE_EXTENSIONS } from '../../../wire/check/file-type.js'

const check = (name: string) => checkFileName(name, FILE_EXTENSIONS)

t.test('a path is not part of a name, of whatever system it is', (t) => {
  const paths = {
    'C:\\Users\\ada\\plan.pdf': 'plan.pdf',
    '../../etc/passwd/../x.csv': 'x.csv',
    '..\\..\\..\\x.csv': 'x.csv',
    '/etc/cron.d/x.txt': 'x.txt',
    '\\\\server\\share\\x.txt': 'x.txt',
    'a/b\\c.png': 'c.png',
    'file:///x.log': 'x.log',
  }
  for (const [given, name] of Object.entries(paths))
    t.match(check(given), { ok: true, name }, given)
  for (const given of ['a.csv/', 'a.csv\\', '../', '..', '.', '...', '', '/', '..\\']) {
    t.match(
      check(given),
      { ok: false, says: { message: 'has no file name' } },
      JSON.stringify(given),
    )
  }
  t.end()
})

t.test('a name holds nothing that hides, ends a line, or stands for a separator', (t) => {
  const bad = [
    'a\0.csv',
    'a.csv\0.png',
    'a\r\nX: y.csv',
    'a\n.csv',
    'a\t.csv',
    'a\x7f.csv',
    'a\x85.csv',
    'a\u2028.csv',
    'a\u2029.csv',
    'gpj.\u202exslx.csv',
    'a\u2066.csv',
    'a\u200f.csv',
    '\ufeffa.csv',
    'a\ud800.csv',
    'a\ue000.csv',
    'a\u00ad.csv',
    'a\ufffd.csv',
    '..%2fa.csv',
    '..%2Fa.csv',
    '..%5Ca.csv',
    'a%00.csv',
    'a%0d%0a.csv',
    'a%22.csv',
    'a".csv',
    ' a.csv',
    'a.csv ',
    '\u3000a.csv',
  ]
  for (const [at, name] of bad.entries()) t.match(check(name), { ok: false }, `bad name ${at}`)
  // Two bytes for a slash, read as UTF-8: they are no text.
  const overlong = Buffer.from([0x2e, 0x2e, 0xc0, 0xaf, 0x61, 0x2e, 0x63, 0x73, 0x76])
  t.match(check(overlong.toString('utf8')), { ok: false })
  const good = ["O'Brien (2).PDF", 'Übersicht.csv', '報告.xlsx', 'a..b.txt', '100% sicher.txt']
  for (const name of good) t.match(check(name), { ok: true, name }, name)
  t.match(check('👩‍🚀.png'), { ok: true }, 'joined emoji')
  t.end()
})

t.test('it is composed, and 128 characters long at most', (t) => {
  t.match(check('U\u0308.csv'), { ok: true, name: '\u00dc.csv' })
  const long = (length: number, one = 'a') => `${one.repeat(length - 4)}.csv`
  t.match(check(long(128)), { ok: true })
  t.match(check(long(129)), { ok: false, says: { message: /more than 128/ } })
  t.match(check(long(128, '😀')), { ok: true })
  t.match(check(long(128, 'e\u0301')), { ok: true }, 'counted as it is kept')
  t.match(check(long(100_000)), { ok: false, says: { message: /more than 128/ } })
  t.end()
})

t.test('what comes after the last dot decides, and there is something before it', (t) => {
  const refused = [
    'a',
    'a.',
    '.csv',
    'a.exe',
    'a.pdf.exe',
    'a.csv.html',
    'a.svg',
    'a.csv.',
    'a．csv',
  ]
  for (const name of refused)
    t.match(check(name), { ok: false, says: { message: /ends in one of|no name/ } }, name)
  t.match(check('a.exe.pdf'), { ok: true, extension: '.pdf' }, 'its content must be one, too')
  t.match(check('a.CSV'), { ok: true, name: 'a.CSV', extension: '.csv' })
  t.match(checkFileName('a.pdf', ['.csv']), {
    ok: false,
    says: { message: /ends in one of \.csv$/ },
  })
  t.end()
})
