import t from 'tap'
import { because } from '../../engine/reasons/reasons.js'
import { BarePage } from '../given/bare-page.js'
import { until } from '../given/desk.js'
import { pageModules } from '../given/page-module.js'

// Reasons of refusals in the reader's language.

interface Pages {
  readonly refusals: { refusalWords(code: string, message: string, data?: unknown): string }
  readonly settings: { readonly settings: { value: object } }
}

new BarePage()
const { refusals, settings } = await pageModules<Pages>({
  refusals: 'web/text/refusals.ts',
  settings: 'web/settings/settings.ts',
})

function shown(language: 'de' | 'en', { code, message, reason, params }: Refused): string {
  speak(language)
  return refusals.refusalWords(code, message, { reason, params })
}

function speak(language: 'de' | 'en'): void {
  settings.settings.value = { ...settings.settings.value, language }
}

speak('de')
// Its texts are loaded beside the page.
await until(() => shown('de', because('trade.timeout.no_dealer')).startsWith('Kein'))

type Refused = ReturnType<typeof because>

t.test('a conflict says its own reason, and a typed text stays as it was typed', (t) => {
  const used = because('conflict.group_has_accounts', { group: 'demo\\a' })
  t.equal(used.code, 'conflict')
  t.equal(shown('en', used), used.message)
  t.match(shown('de', used), /^Die Gruppe demo\\a hat noch Konten/)
  const text = 'Too large for {symbol}.'
  const rejected = because('trade.rejected.rule_text', { text })
  t.equal(shown('de', rejected), `Der Broker hat die Anfrage abgelehnt. ${text}`)
  t.equal(shown('en', rejected), text)
  t.match(shown('de', because('trade.timeout.no_dealer')), /^Kein Dealer hat rechtzeitig/)
  t.end()
})

t.test('a stop of trading names its moment on the clock that the page shows', (t) => {
  settings.settings.value = { ...settings.settings.value, times: 'utc' }
  const stopped = because('unavailable.trading_stopped', { since: '2026-01-05T09:30:00.000Z' })
  t.match(shown('en', stopped), /^Trading has been stopped since 05 Jan 2026 09:30:00\. /)
  t.match(shown('de', stopped), /^Der Handel ist seit 05.01.2026 09:30:00 angehalten\. /)
  t.end()
})
