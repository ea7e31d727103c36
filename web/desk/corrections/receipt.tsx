import type { ComponentChildren } from 'preact'
import { Dialog } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { may, mayDo, PAGE_NEEDS } from '../../staff/rights.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { PlaceLink } from '../shell/place-link.js'
import { JournalOf } from '../steps/journal-of.js'
import { headText } from '../steps/step-words.js'
import { stepsOf, type Trade } from '../steps/steps.js'

/** The result of a correction: the trade as it is now, its deals, and the journal lines about it. */
export function Receipt(props: {
  title: string
  kind: Trade['kind']
  id: number
  onClose: () => void
  children?: ComponentChildren
}) {
  const text = correctionsWords.value
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <div class="stack" role="status">
        {props.children}
        {may(PAGE_NEEDS.deals) && <TradeReceipt kind={props.kind} id={props.id} />}
      </div>
      <footer>
        <button type="button" class="primary" onClick={props.onClose}>
          {text.close}
        </button>
      </footer>
    </Dialog>
  )
}

function TradeReceipt({ kind, id }: { kind: Trade['kind']; id: number }) {
  const { receipt: text } = correctionsWords.value
  const read = usePanelData('GET /admin/v1/trades/{kind}/{id}', { params: { kind, id } }, 0)
  return (
    <ReadPanel read={read}>
      {(trade) => (
        <>
          <Deals trade={trade} />
          <p>
            <PlaceLink page={kind} parts={[id]}>
              {text.open}
            </PlaceLink>
          </p>
          {mayDo('journal') && <JournalOf trade={trade} />}
        </>
      )}
    </ReadPanel>
  )
}

function Deals({ trade }: { trade: Trade }) {
  const { receipt: text } = correctionsWords.value
  const steps = stepsOf(trade).filter(({ deal }) => deal !== null)
  if (steps.length === 0) return <p class="faint">{text.noDeals}</p>
  return (
    <ul class="why-lines" aria-label={text.deals}>
      {steps.map((step) => (
        <li key={step.key}>
          <PlaceLink page="deals" parts={[step.deal?.id ?? 0]}>
            {step.deal?.id}
          </PlaceLink>{' '}
          {text.at({ what: headText(step), price: step.deal?.price ?? '' })}
        </li>
      ))}
    </ul>
  )
}
