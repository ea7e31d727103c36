import { useEffect, useState } from 'preact/hooks'
import type { Side } from '../../link/contract.js'
import { Field, Segments } from '../../look/controls.js'
import type { Account } from '../../staff/records.js'
import { knownSymbols, loadGroupsAndSymbols } from '../../staff/settings/groups-and-symbols.js'
import { tradingWords } from '../../text/actions/trading-words.js'
import { grouped, groupedLots } from '../../text/numbers.js'
import { typedNumber } from '../../text/typed-numbers.js'
import { wrongNumber } from '../../text/typed-words.js'
import { words } from '../../text/words.js'
import { ExpiryFields } from './expiry-fields.js'
import { distanceOf, orderText } from './order-text.js'
import { useTradeCheck } from './trade-check.js'
import { TradeDialog } from './trade-dialog.js'
import { EMPTY_DRAFT, marketOf, type OrderType, type TradeDraft, tradeOf } from './trade-draft.js'
import { TradeFigures } from './trade-figures.js'

type Change = (part: Partial<TradeDraft>) => void

/** The dialog in which staff place an order for an account: a market order or a pending order. */
export function NewTrade({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = tradingWords.value
  const { login, currency } = account
  const [draft, setDraft] = useState<TradeDraft>(EMPTY_DRAFT)
  useEffect(loadGroupsAndSymbols, [])
  const change: Change = (part) => setDraft((before) => ({ ...before, ...part }))
  const body = tradeOf(draft)
  const check = useTradeCheck(login, body ?? marketOf(draft))
  const { type, side, volume, symbol } = draft
  const [price, trigger] = [typedNumber(draft.price), typedNumber(draft.trigger)]
  const lots = groupedLots(typedNumber(volume) ?? '')
  const isMarket = type === 'market'
  const what = isMarket
    ? text.send.open({ side: words.value.sides[side], volume: lots, symbol })
    : orderText({ ...draft, kind: type, volume: lots, price, trigger_price: trigger })
  const distances = isMarket
    ? []
    : [distanceOf({ side, activated_at: null }, type === 'stop_limit' ? trigger : null, price)]
  return (
    <TradeDialog
      login={login}
      title={text.new({ login })}
      act={
        isMarket
          ? what.trim()
          : text.send.place({ side: words.value.sides[side], type: text.types[type] })
      }
      body={body}
      doneText={({ order_id: id, price: filled }) => {
        if (!isMarket) return text.done.place({ id: id ?? '', what })
        return filled === null
          ? text.done.sent({ what })
          : text.done.open({ what, price: grouped(filled) })
      }}
      onClose={onClose}
    >
      <Segments
        label={text.type}
        value={type}
        options={Object.entries(text.types) as [OrderType, string][]}
        onInput={(next) => change({ type: next })}
      />
      <SymbolField value={symbol} onInput={(next) => change({ symbol: next })} />
      <Segments
        label={text.side}
        value={side}
        options={Object.entries(words.value.sides) as [Side, string][]}
        onInput={(next) => change({ side: next })}
      />
      <div class="desk-fields">
        <NumberField
          label={text.volume}
          value={volume}
          onInput={(next) => change({ volume: next })}
        />
        {!isMarket && <Prices draft={draft} onChange={change} />}
        <NumberField
          label={text.stopLoss}
          value={draft.stop}
          onInput={(stop) => change({ stop })}
        />
        <NumberField
          label={text.takeProfit}
          value={draft.target}
          onInput={(target) => change({ target })}
        />
      </div>
      {!isMarket && <ExpiryFields expiry={draft} onInput={change} />}
      <Field
        label={text.comment}
        value={draft.comment}
        maxLength={64}
        onInput={(comment) => change({ comment })}
      />
      <TradeFigures check={check} currency={currency} distances={distances} />
    </TradeDialog>
  )
}

function Prices({ draft, onChange }: { draft: TradeDraft; onChange: Change }) {
  const text = tradingWords.value
  const isStopLimit = draft.type === 'stop_limit'
  return (
    <>
      {isStopLimit && (
        <NumberField
          label={text.trigger}
          value={draft.trigger}
          onInput={(trigger) => onChange({ trigger })}
        />
      )}
      <NumberField
        label={isStopLimit ? text.limitPrice : text.price}
        value={draft.price}
        onInput={(price) => onChange({ price })}
      />
    </>
  )
}

function NumberField(props: { label: string; value: string; onInput: (value: string) => void }) {
  const { value } = props
  return (
    <Field
      {...props}
      inputMode="decimal"
      maxLength={24}
      wrong={value.trim() === '' ? undefined : (wrongNumber(value) ?? undefined)}
    />
  )
}

function SymbolField({ value, onInput }: { value: string; onInput: (value: string) => void }) {
  return (
    <div class="field">
      <label for="trade-symbol">{tradingWords.value.symbol}</label>
      <input
        id="trade-symbol"
        list="trade-symbols"
        data-first={true}
        autocomplete="off"
        spellcheck={false}
        maxLength={64}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <datalist id="trade-symbols">
        {knownSymbols.value.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  )
}
