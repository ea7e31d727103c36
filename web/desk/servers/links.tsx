import { type Read, ReadPanel, useRead } from '../../look/read.js'
import { may } from '../../staff/rights.js'
import { serversWords } from '../../text/desk/servers-words.js'
import { nameOf } from '../../text/name-of.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { PlaceLink } from '../shell/place-link.js'

/** A datafeed or gateway connection as the page shows it. */
interface Link {
  readonly id: number
  readonly name: string
  readonly state: string
  readonly pace: string
  readonly at: string | null
  readonly error: string
}

type Kind = 'datafeeds' | 'gateways'

/** Connections to providers: datafeeds and gateways, each if the reader has its right. */
export function Links({ reads }: { reads: number }) {
  return (
    <>
      {may({ all: ['config.datafeeds'] }) && <Feeds reads={reads} />}
      {may({ all: ['config.gateways'] }) && <Gateways reads={reads} />}
    </>
  )
}

function Feeds({ reads }: { reads: number }) {
  const text = serversWords.value
  const names = useRead('GET /admin/v1/datafeeds', {}, reads)
  const read = useRead('GET /admin/v1/datafeeds/statuses', {}, reads)
  const links = read.data?.map(({ datafeed_id: id, state, ...more }) => ({
    id,
    name: names.data?.find((one) => one.id === id)?.name ?? String(id),
    state,
    pace: text.perSecond({ n: String(more.quotes_per_sec) }),
    at: more.last_quote,
    error: more.last_error,
  }))
  return <Rows kind="datafeeds" read={{ ...read, data: links ?? null }} />
}

function Gateways({ reads }: { reads: number }) {
  const text = serversWords.value
  const names = useRead('GET /admin/v1/gateways', {}, reads)
  const read = useRead('GET /admin/v1/gateways/statuses', {}, reads)
  const links = read.data?.map(({ gateway_id: id, state, ...more }) => ({
    id,
    name: names.data?.find((one) => one.id === id)?.name ?? String(id),
    state,
    pace: more.answer_ms === null ? words.value.none : text.answers({ ms: String(more.answer_ms) }),
    at: more.last_logon,
    error: more.last_error,
  }))
  return <Rows kind="gateways" read={{ ...read, data: links ?? null }} />
}

function Rows({ kind, read }: { kind: Kind; read: Read<readonly Link[]> }) {
  const text = serversWords.value
  const title = `${text.links}: ${text.kinds[kind]}`
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ReadPanel read={read}>
        {(links) =>
          links.length === 0 ? (
            <p class="faint">{text.noLinks}</p>
          ) : (
            <div class="scroll-x">
              <table class="list texts" aria-label={title}>
                <thead>
                  <tr>
                    <th>{text.link}</th>
                    <th>{text.status}</th>
                    <th class="num">{text.pace}</th>
                    <th class="num">{kind === 'datafeeds' ? text.lastQuote : text.since}</th>
                    <th>{text.lastError}</th>
                  </tr>
                </thead>
                <tbody>
                  {links.map(({ id, name, state, pace, at, error }) => (
                    <tr key={id}>
                      <td>
                        <PlaceLink page="settings" parts={[kind, id]}>
                          {name}
                        </PlaceLink>
                      </td>
                      <td>
                        <span class={`badge ${state === 'online' ? 'good' : ''}`}>
                          {nameOf(text.linkStates, state)}
                        </span>
                      </td>
                      <td class="num">{pace}</td>
                      <td class="num">{at === null ? words.value.none : timeText(at)}</td>
                      <td class="wide-text">{error === '' ? words.value.none : error}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </ReadPanel>
    </section>
  )
}
