import { useEffect, useMemo } from 'preact/hooks'
import { copy } from '../../look/copy.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lookAtMoney } from '../../staff/accounts/money.js'
import { useTradeEvents } from '../../staff/accounts/use-trades.js'
import { lives } from '../../staff/connection/link.js'
import { keyFor } from '../../staff/own-keys.js'
import { ask, place } from '../../staff/place.js'
import { may, mayDo, PAGE_NEEDS } from '../../staff/rights.js'
import { needGroups } from '../../staff/settings/groups-and-symbols.js'
import { whyWords } from '../../text/desk/why-words.js'
import { ownKeys } from '../shell/keys.js'
import { PlaceLink } from '../shell/place-link.js'
import { JournalOf } from '../steps/journal-of.js'
import { namedStep, stepsOf, type Trade } from '../steps/steps.js'
import { ChangeTable } from './change-table.js'
import { clientText } from './client-text.js'
import { TradeHead } from './head.js'
import { levelsOf } from './levels.js'
import { Market, useMarket } from './market.js'
import { StepList } from './step-list.js'
import { useChanges } from './use-changes.js'

type Kind = Trade['kind']

const NUMBER = /^[1-9]\d{0,15}$/

/**
 * The page of one trade with everything that belongs to it: requests, fills, who made them, prices,
 * and the market around it.
 *
 * - Facts that the records do not contain are left out. Nothing is guessed.
 * - The selected step and time are in the address.
 */
export function Why({ kind, id }: { kind: Kind; id: string }) {
  const text = whyWords.value
  if (!NUMBER.test(id)) return <p class="empty">{text.wrong}</p>
  return <WhyOf key={`${kind} ${id}`} kind={kind} id={Number(id)} />
}

function WhyOf({ kind, id }: { kind: Kind; id: number }) {
  const text = whyWords.value
  const read = usePanelData(
    'GET /admin/v1/trades/{kind}/{id}',
    { params: { kind, id } },
    lives.value,
  )
  useEffect(needGroups, [])
  useFollowed(read.data?.login ?? null, () => void read.again())
  return (
    <div class="why">
      <nav class="row wrap why-way" aria-label={text.why}>
        <PlaceLink page={kind}>{text.list[kind]}</PlaceLink>
      </nav>
      <ReadPanel read={read}>
        {(trade) => <Whole trade={trade} onChange={() => void read.again()} />}
      </ReadPanel>
    </div>
  )
}

/**
 * Reloads on events of the account, and once when they begin, since the trade may have changed
 * before. Readers who may not watch accounts reload with `R`.
 */
function useFollowed(login: number | null, again: () => void) {
  const look = useMemo(() => lookAtMoney(again), [])
  const { count } = useTradeEvents(login)
  useEffect(() => look.leave, [])
  useEffect(() => {
    if (login !== null && may(PAGE_NEEDS.accounts)) look.at([login])
  }, [login])
  useEffect(() => {
    if (count > 0) again()
  }, [count])
}

function Whole({ trade, onChange }: { trade: Trade; onChange: () => void }) {
  const text = whyWords.value
  const steps = stepsOf(trade)
  const own = useChanges(trade)
  const { changes } = own
  const levels = changes === null ? [] : levelsOf(trade, changes)
  const wanted = place.value.query.get('step')
  const chosen = steps.find(({ key }) => key === wanted) ?? namedStep(steps, trade)
  const market = useMarket(trade, chosen?.at ?? null)
  const letter = clientText(trade, steps, market.ticks, levels, changes)
  const choose = (key: string) => ask({ step: key, at: '' })
  const send = () => void copy(letter, text.text)
  useEffect(() =>
    ownKeys(({ key, ctrlKey, altKey }) => {
      if (ctrlKey || altKey) return false
      const step = /^[1-9]$/.test(key) ? steps[Number(key) - 1] : undefined
      if (step !== undefined) choose(step.key)
      else if (key.toLowerCase() === 'c') send()
      else return market.onKey(key)
      return true
    }),
  )
  return (
    <div class="why-whole">
      <TradeHead trade={trade} onCopy={send} onChange={onChange} />
      <section class="why-part" aria-label={text.steps}>
        <h2>{text.steps}</h2>
        {!trade.is_complete && <p class="banner">{text.cut}</p>}
        <StepList trade={trade} steps={steps} chosen={chosen?.key ?? null} onChoose={choose} />
      </section>
      <Market
        trade={trade}
        market={market}
        steps={steps}
        chosen={chosen?.key ?? null}
        levels={levels}
      />
      <ChangeTable trade={trade} own={own} />
      {mayDo('journal') && <JournalOf trade={trade} />}
      <section class="why-part" aria-label={text.text}>
        <h2>{text.text}</h2>
        {/*
         * biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll
         * it
         */}
        <pre class="why-letter" tabIndex={0}>
          {letter}
        </pre>
      </section>
      <p class="faint">{text.keys({ copy: keyFor('C') })}</p>
    </div>
  )
}
