import t from 'tap'
import { statusLine } from '../../../http/server/answer-headers.js'
import { statusTable } from '../../../wire/answer/errors.js'

t.test('the status of every code has its words, and any other one its number', (t) => {
  for (const status of new Set([...Object.values(statusTable()), 304, 431])) {
    t.match(statusLine(status), new RegExp(`^${status} (?!Status$)[A-Z]`))
  }
  t.equal(statusLine(200), '200 OK')
  t.equal(statusLine(504), '504 Gateway Timeout')
  t.equal(statusLine(418), '418 Status')
  t.end()
})
