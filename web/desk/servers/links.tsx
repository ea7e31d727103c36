import { type PanelData, ReadPanel, usePanelData } from '../../look/panel-data.js'
import { ShortTable } from '../../look/table/short-table.js'
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
  const names = usePanelData('GET /admin/v1/datafeeds', {}, reads)
  const read = usePanelData('GET /admin/v1/datafeeds/statuses', {}, reads)
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
  const names = usePanelData('GET /admin/v1/gateways', {}, reads)
  const read = usePanelData('GET /admin/v1/gateways/statuses', {}, reads)
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

function Rows({ kind, read }: { kind: Kind; read: PanelData<readonly Link[]> }) {
  const text = serversWords.value
  const title = `${text.links}: ${text.kinds[kind]}`
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ReadPanel read={read}>
        {(links) => (
          <ShortTable
            label={title}
            look="texts"
            rows={links}
            keyOf={({ id }) => id}
            empty={<p class="faint">{text.noLinks}</p>}
            columns={[
              {
                id: 'link',
                label: text.link,
                cell: ({ id, name }) => (
                  <PlaceLink page="settings" parts={[kind, id]}>
                    {name}
                  </PlaceLink>
                ),
              },
              {
                id: 'status',
                label: text.status,
                cell: ({ state }) => (
                  <span class={`badge ${state === 'online' ? 'good' : ''}`}>
                    {nameOf(text.linkStates, state)}
                  </span>
                ),
              },
              { id: 'pace', label: text.pace, isNumber: true, cell: ({ pace }) => pace },
              {
                id: 'at',
                label: kind === 'datafeeds' ? text.lastQuote : text.since,
                isNumber: true,
                cell: ({ at }) => (at === null ? words.value.none : timeText(at)),
              },
              {
                id: 'error',
                label: text.lastError,
                look: () => 'wide-text',
                cell: ({ error }) => (error === '' ? words.value.none : error),
              },
            ]}
          />
        )}
      </ReadPanel>
    </section>
  )
}
