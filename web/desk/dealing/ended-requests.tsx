import { type Gone, gone } from '../../staff/dealing/dealing.js'
import { dealingWords } from '../../text/desk/dealing-words.js'
import { grouped } from '../../text/numbers.js'
import { clockText } from '../../text/times.js'
import { field, outcomeText, whatText } from './request-words.js'

const outcomeLook = (outcome: string): string => (outcome === 'ok' ? 'gain' : '')

/** The selected request after it has ended. */
export function EndedRequestCard({ ended, onNext }: { ended: Gone; onNext: () => void }) {
  const text = dealingWords.value
  const { request, outcome, by } = ended
  const what = `${outcomeText(outcome)}${by === null ? '' : ` ${text.goneBy({ login: by })}`}`
  return (
    <div class="dealing-ended stack" role="status">
      <b>
        {text.number({ id: request.id })} {whatText(request)}
      </b>
      <span>{text.gone({ outcome: what })}</span>
      <span>
        <button type="button" onClick={onNext}>
          {text.next} <kbd>↓</kbd>
        </button>
      </span>
    </div>
  )
}

/** Requests that ended since the desk was opened, newest first. */
export function EndedRequestList() {
  const text = dealingWords.value
  const { columns } = text
  return (
    <div class="dealing-gone">
      <h2>{text.goneTitle}</h2>
      {gone.value.length === 0 ? (
        <p class="faint">{text.goneEmpty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll it
        <section class="scroll" tabIndex={0} aria-label={text.goneTitle}>
          <table class="list" aria-label={text.goneTitle}>
            <thead>
              <tr>
                <th scope="col">{columns.time}</th>
                <th scope="col">{columns.request}</th>
                <th scope="col" class="off-narrow">
                  {columns.account}
                </th>
                <th scope="col">{columns.what}</th>
                <th scope="col">{columns.outcome}</th>
                <th scope="col" class="num">
                  {columns.price}
                </th>
                <th scope="col" class="num">
                  {columns.by}
                </th>
                <th scope="col" class="num off-narrow">
                  {columns.deal}
                </th>
              </tr>
            </thead>
            <tbody>
              {gone.value.map((one) => (
                <GoneRow key={one.request.id} one={one} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

function GoneRow({ one }: { one: Gone }) {
  const text = dealingWords.value
  const { request, outcome, by, price, deal, at } = one
  return (
    <tr>
      <td class="num-left">{clockText(at)}</td>
      <td>{text.number({ id: request.id })}</td>
      <td class="off-narrow">{request.login}</td>
      <td class={field(request, 'side')}>{whatText(request)}</td>
      <td class={outcomeLook(outcome)}>{outcomeText(outcome)}</td>
      <td class="num">{price === null ? '–' : grouped(price)}</td>
      <td class="num">{by ?? '–'}</td>
      <td class="num off-narrow">{deal === null ? '–' : text.number({ id: deal })}</td>
    </tr>
  )
}
