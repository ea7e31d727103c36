import { Segments } from '../../look/controls.js'
import { ask, place } from '../../staff/place.js'
import { may, PAGE_NEEDS } from '../../staff/rights.js'
import { moneyWords } from '../../text/desk/money-words.js'
import { FilePayments } from './file-payments.js'
import { LotPayments } from './lot-payments.js'

/** The page for payments to many accounts, from a file or for open positions. */
export function Money() {
  const text = moneyWords.value
  const way = place.value.query.get('for') === 'lots' ? 'lots' : 'file'
  return (
    <section class="desk-list" aria-label={text.title}>
      <div class="desk-tools">
        <div class="row wrap">
          <Segments
            label={text.which}
            value={way}
            options={[
              ['file', text.ways.file],
              ['lots', text.ways.lots],
            ]}
            onInput={(next) => ask({ for: next === 'lots' ? 'lots' : '' })}
          />
          {may(PAGE_NEEDS.accounts) && <span class="faint">{text.one}</span>}
        </div>
      </div>
      <div class="money">{way === 'file' ? <FilePayments /> : <LotPayments />}</div>
    </section>
  )
}
