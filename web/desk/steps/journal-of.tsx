import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { call } from '../../link/rest.js'
import { ReadPanel } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import type { JournalLine } from '../../staff/office/journal-lines.js'
import { whyWords } from '../../text/desk/why-words.js'
import { serverText } from '../../text/server-text.js'
import { timeText } from '../../text/times.js'
import { PlaceLink } from '../shell/place-link.js'
import type { Trade } from './steps.js'

const LINES_MAX = 100
/** The most ids to search for, newest orders first. */
const NUMBERS_MAX = 6

/** The lines to search for: lines of one kind, or lines that name an id of the trade. */
interface LinesAsk {
  readonly login: number
  readonly kind?: string
  readonly numbers: readonly number[]
  /** A text that changes with the trade. A new value repeats the search. */
  readonly count: string
}

/** The lines of the journal that name the position or an order of the trade. */
export function JournalOf({ trade }: { trade: Trade }) {
  const { login, deals, position } = trade
  const count = `${deals.length} ${position?.version}`
  return <JournalLines ask={{ login, numbers: numbersOf(trade), count }} />
}

export function JournalLines({ ask }: { ask: LinesAsk }) {
  const text = whyWords.value
  const read = useLines(ask)
  const { login } = ask
  return (
    <section class="why-part" aria-label={text.lines}>
      <h2>{text.lines}</h2>
      <ReadPanel read={read}>
        {(lines) =>
          lines.length === 0 ? (
            <p class="faint">{text.noLines}</p>
          ) : (
            <ul class="why-lines">
              {lines.map((line) => (
                <li key={line.id}>
                  <span class="num">{timeText(line.at)}</span>{' '}
                  <PlaceLink page="journal" query={{ login, line: line.id }}>
                    {serverText(line.text)}
                  </PlaceLink>
                </li>
              ))}
            </ul>
          )
        }
      </ReadPanel>
      <p>
        <PlaceLink page="journal" query={{ login }}>
          {text.allLines}
        </PlaceLink>
      </p>
    </section>
  )
}

function useLines(ask: LinesAsk) {
  const [lines, setLines] = useState<readonly JournalLine[] | null>(null)
  const [refused, setRefused] = useState<Answer<unknown> | null>(null)
  const look = async (isWanted: () => boolean) => {
    const { login, kind, numbers } = ask
    const asked =
      kind === undefined
        ? numbers.map((number) => ({ login, text: String(number), limit: LINES_MAX }))
        : [{ login, kind, limit: 1 }]
    const answers = await Promise.all(
      asked.map((query) => call('GET /admin/v1/journal', { query })),
    )
    if (!isWanted()) return
    const wrong = answers.find(({ ok }) => !ok)
    setRefused(wrong ?? null)
    if (wrong !== undefined) return
    const found = answers.flatMap(({ data }) => data.items)
    setLines(kind === undefined ? linesNaming(numbers, found) : found)
  }
  useEffect(() => {
    let isOld = false
    void look(() => !isOld)
    return () => {
      isOld = true
    }
  }, [JSON.stringify(ask), lives.value])
  return { data: lines, refused, again: () => look(() => true) }
}

function numbersOf({ kind, id, position_id: position, orders, login }: Trade): number[] {
  const asked = kind === 'deals' ? [] : [id]
  const newest = orders.map((order) => order.id).toReversed()
  const all = new Set([...asked, ...(position === null ? [] : [position]), ...newest])
  // Leaves out the login, because every line of the account contains it.
  all.delete(login)
  return [...all].slice(0, NUMBERS_MAX)
}

/** The lines that name one of the ids as an order, position or request; each once, newest first. */
function linesNaming(numbers: readonly number[], lines: readonly JournalLine[]): JournalLine[] {
  const named = new RegExp(`\\b(?:order|position|request) #?(?:${numbers.join('|')})\\b`, 'i')
  const found = new Map(lines.filter(({ text }) => named.test(text)).map((line) => [line.id, line]))
  return [...found.values()].sort((a, b) => b.id - a.id)
}
