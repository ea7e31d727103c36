import { useMemo } from 'preact/hooks'
import { serverNow } from '../../link/clock.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { personOf } from '../../staff/accounts/persons.js'
import { lives } from '../../staff/connection/link.js'
import { overview } from '../../staff/office/overview.js'
import { second } from '../../state/market.js'
import { overviewWords } from '../../text/desk/overview-words.js'
import { utcText } from '../../text/times.js'
import { usePersons } from '../lists/person.js'
import { PlaceLink } from '../shell/place-link.js'
import { Since } from '../shell/since.js'

/** The journal's words for the start of a margin call. */
const CALLED = 'margin call entered'
const HOUR_MS = 3_600_000
const MINUTE_SEC = 60
const ROWS = 20

/** Accounts that got a margin call in the last hour, the newest first. */
export function HourCalls() {
  const text = overviewWords.value.hourCalls
  const minute = Math.floor(second.value / MINUTE_SEC)
  const calls = overview.value?.margin_calls_day ?? 0
  const from = useMemo(() => utcText(serverNow() - HOUR_MS), [minute, calls, lives.value])
  const query = { kind: 'margin', text: CALLED, from }
  const read = usePanelData(
    'GET /admin/v1/journal',
    { query: { ...query, limit: ROWS } },
    lives.value,
  )
  const lines = read.data?.items ?? []
  usePersons(lines.flatMap(({ login }) => login ?? []))
  return (
    <section class="panel">
      <h2 class="title">
        <PlaceLink page="journal" query={query}>
          {text.title}
        </PlaceLink>
      </h2>
      <ReadPanel read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="empty">{text.none}</p>
          ) : (
            <ul class="waiting-list">
              {items.map(({ id, at, login }) => (
                <li key={id} class="row">
                  <span class="grow">
                    {login !== null && (
                      <PlaceLink page="accounts" parts={[login]}>
                        {login}
                      </PlaceLink>
                    )}{' '}
                    {login !== null && personOf(login).name}
                  </span>
                  <Since at={at} />
                </li>
              ))}
            </ul>
          )
        }
      </ReadPanel>
    </section>
  )
}
