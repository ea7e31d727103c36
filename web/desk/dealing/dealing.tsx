import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { usePause } from '../../look/typing/pause.js'
import { set, settings } from '../../settings/settings.js'
import { act, leftRequests, type Request, requests } from '../../staff/dealing/dealing.js'
import { lookAtPrice } from '../../staff/dealing/prices.js'
import { open, place } from '../../staff/place.js'
import { say } from '../../state/notes.js'
import { session } from '../../state/session.js'
import { play } from '../../state/sound.js'
import { dealingWords } from '../../text/desk/dealing-words.js'
import { refusalWords } from '../../text/refusals.js'
import { ownKeys } from '../shell/keys.js'
import { type SendAct, STILL_MS, type Still } from './acts.js'
import { EndedRequestCard, EndedRequestList } from './ended-requests.js'
import { Queue, useOrder } from './queue.js'
import { RequestCard } from './request-card.js'
import { Texts } from './texts.js'

/**
 * The dealing page: the queue sorted by remaining time, the selected request with its market and
 * account, and finished requests.
 *
 * - Keys and buttons apply only to the selected request. It stays selected when its row moves, and
 *   when it ends. After the dealer has answered it, the next one is selected.
 * Q2. Actions are disabled for 300 ms after the selection changes, so that a key meant for one
 *     request cannot hit another.
 * - No dialog covers the page: the queue stays visible all the time.
 */
export function Dealing() {
  const text = dealingWords.value
  const [part] = place.value.parts
  const chosen = part === undefined ? null : Number(part)
  const { rows, held } = useOrder(requests.value)
  const row = rows.find(({ id }) => id === chosen)
  const ended = leftRequests.value.find(({ request }) => request.id === chosen)
  const own = session.value?.login
  const choose = (id: number | undefined) => open(id === undefined ? [] : [id], true)
  useEffect(() => {
    if (chosen === null && rows[0] !== undefined) choose(rows[0].id)
  }, [chosen, rows[0]?.id])
  const newest = useRef(rows)
  newest.current = rows
  const still = useStill(`${chosen} ${row?.taken_by} ${ended !== undefined}`)
  useRowKeys(rows, chosen, choose)

  const acted = (id: number): SendAct => {
    return async (name, args) => {
      const answer = await act(name, id, args)
      // The dealer may have selected another request while the answer was on its way.
      if (answer?.isOk === true && name !== 'take' && Number(place.value.parts[0]) === id) {
        const others = newest.current.filter((one) => one.id !== id)
        const mine = others.find(({ taken_by }) => taken_by === own)
        choose((mine ?? others.find(({ taken_by }) => taken_by === null))?.id)
      }
      if (answer === null || answer.isOk) return answer
      // The card itself shows that the client does not accept the price.
      if (name === 'confirm' && answer.code === 'trade.invalid_price') return answer
      const why = answer.isLost ? text.lost : refusalWords(answer.code, answer.message, answer.data)
      say('bad', text.number({ id }), why)
      return answer
    }
  }
  return (
    <div class={`dealing ${still.is ? '' : 'settling'}`}>
      <Head rows={rows} />
      <Prices rows={row === undefined ? rows : [row, ...rows]} />
      <Queue
        rows={rows}
        chosen={chosen}
        held={held}
        onChoose={choose}
        onTake={(one) => acted(one.id)('take')}
      />
      <section class="dealing-request" aria-label={text.answer}>
        {row !== undefined ? (
          <RequestCard key={row.id} row={row} act={acted(row.id)} still={still} />
        ) : ended !== undefined ? (
          <EndedRequestCard ended={ended} onNext={() => choose(rows[0]?.id)} />
        ) : (
          <p class="empty">{part === undefined ? text.choose : text.notThere({ id: part })}</p>
        )}
      </section>
      <EndedRequestList />
    </div>
  )
}

/**
 * Whether the selection has been stable for long enough (Q2). It turns false in the same render in
 * which another request appears.
 */
function useStill(what: string): Still {
  /** The selection that has been stable for long enough. Each `begin` changes it. */
  const stillAt = useSignal('')
  const begun = useSignal(0)
  const pause = usePause()
  useLayoutEffect(() => {
    const now = `${what} ${begun.peek()}`
    pause(STILL_MS, () => {
      stillAt.value = now
    })
  }, [what, begun.value])
  return {
    get is() {
      return stillAt.value === `${what} ${begun.value}`
    },
    begin() {
      begun.value++
    },
  }
}

/** The keys ↑, ↓, Home and End select another row, wherever the focus is. */
function useRowKeys(
  rows: readonly Request[],
  chosen: number | null,
  choose: (id: number | undefined) => void,
) {
  useEffect(() =>
    ownKeys(({ key, altKey }) => {
      const at = rows.findIndex(({ id }) => id === chosen)
      const places: Readonly<Record<string, number>> = {
        ArrowDown: at + 1,
        ArrowUp: Math.max(0, at - 1),
        Home: 0,
        End: rows.length - 1,
      }
      const next = places[key]
      if (next === undefined || altKey) return false
      const one = rows[Math.min(next, rows.length - 1)]
      if (one !== undefined) choose(one.id)
      return true
    }),
  )
}

function Head({ rows }: { rows: readonly Request[] }) {
  const text = dealingWords.value
  const [isWriting, setWriting] = useState(false)
  const own = session.value?.login
  const waiting = rows.filter(({ taken_by }) => taken_by === null).length
  const mine = rows.filter(({ taken_by }) => taken_by === own).length
  return (
    <div class="desk-tools">
      <div class="row wrap">
        <h1 class="grow">
          {text.title} <span class="faint">{text.counts({ waiting, mine })}</span>
        </h1>
        <label class="check" title={text.soundHelp}>
          <input
            type="checkbox"
            checked={settings.value.sound}
            onChange={({ currentTarget }) => {
              set({ sound: currentTarget.checked })
              play('request')
            }}
          />
          {text.sound}
        </label>
        <button
          type="button"
          class="small"
          aria-expanded={isWriting}
          onClick={() => setWriting(!isWriting)}
        >
          {text.texts}
        </button>
      </div>
      {isWriting && <Texts />}
    </div>
  )
}

/** The market of each symbol in the queue, with the prices of the group of its first request. */
function Prices({ rows }: { rows: readonly Request[] }) {
  const bySymbol = new Map<string, string>()
  for (const { symbol, group } of rows) {
    if (!bySymbol.has(symbol)) bySymbol.set(symbol, group)
  }
  return (
    <>
      {[...bySymbol].map(([symbol, group]) => (
        <PriceLook key={`${symbol} ${group}`} group={group} symbol={symbol} />
      ))}
    </>
  )
}

function PriceLook({ group, symbol }: { group: string; symbol: string }) {
  useEffect(() => lookAtPrice(group, symbol), [group, symbol])
  return null
}
