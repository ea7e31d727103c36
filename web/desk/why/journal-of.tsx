import { useEffect, useState } from 'preact/hooks'
import { type Answer, call } from '../../link/rest.js'
import { ReadPanel } from '../../look/read.js'
import type { JournalLine } from '../../staff/journal-lines.js'
import { lives } from '../../staff/link.js'
import { whyWords } from '../../text/desk/why-words.js'
import { timeText } from '../../text/times.js'
import { PlaceLink } from '../place-link.js'
import type { Trade } from './steps.js'

const LINES_MAX = 100
/** Numbers of the trade that are looked for, the newest orders first. */
const NUMBERS_MAX = 6

/** The lines of the journal that name the position or an order of the trade. */
export function JournalOf({ trade }: { trade: Trade }) {
  const text = whyWords.value
  const read = useLines(trade)
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
                  <PlaceLink page="journal" query={{ login: trade.login, line: line.id }}>
                    {line.text}
                  </PlaceLink>
                </li>
              ))}
            </ul>
          )
        }
      </ReadPanel>
      <p>
        <PlaceLink page="journal" query={{ login: trade.login }}>
          {text.allLines}
        </PlaceLink>
      </p>
    </section>
  )
}

function useLines(trade: Trade) {
  const [lines, setLines] = useState<readonly JournalLine[] | null>(null)
  const [refused, setRefused] = useState<Answer<unknown> | null>(null)
  const numbers = numbersOf(trade)
  const look = async (isWanted: () => boolean) => {
    const { login } = trade
    const answers = await Promise.all(
      numbers.map((number) =>
        call('GET /admin/v1/journal', {
          query: { login, text: String(number), limit: LINES_MAX },
        }),
      ),
    )
    if (!isWanted()) return
    const wrong = answers.find(({ ok }) => !ok)
    setRefused(wrong ?? null)
    if (wrong === undefined) {
      setLines(
        linesNaming(
          numbers,
          answers.flatMap(({ data }) => data.items),
        ),
      )
    }
  }
  useEffect(() => {
    let isOld = false
    void look(() => !isOld)
    return () => {
      isOld = true
    }
  }, [numbers.join(), trade.deals.length, trade.position?.version, lives.value])
  return { data: lines, refused, again: () => look(() => true) }
}

function numbersOf({ kind, id, position_id: position, orders, login }: Trade): number[] {
  const asked = kind === 'deals' ? [] : [id]
  const newest = orders.map((order) => order.id).toReversed()
  const all = new Set([...asked, ...(position === null ? [] : [position]), ...newest])
  // Each line of the account names its login.
  all.delete(login)
  return [...all].slice(0, NUMBERS_MAX)
}

/** The lines in which one of the numbers stands as that of a trade, each once, newest first. */
export function linesNaming(
  numbers: readonly number[],
  lines: readonly JournalLine[],
): JournalLine[] {
  const named = new RegExp(`\\b(?:order|position|request) #?(?:${numbers.join('|')})\\b`, 'i')
  const found = new Map(lines.filter(({ text }) => named.test(text)).map((line) => [line.id, line]))
  return [...found.values()].sort((a, b) => b.id - a.id)
}
