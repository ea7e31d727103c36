import { Skeleton } from '../../look/panel-data.js'
import { waiting } from '../../staff/office/waiting.js'
import type { PageName } from '../../staff/rights.js'
import { overviewWords } from '../../text/desk/overview-words.js'
import { PlaceLink } from '../shell/place-link.js'
import { Since } from '../shell/since.js'

type Kind = keyof (typeof overviewWords.value)['counts']

/** The page for each kind of waiting work. */
const PAGE_OF: Readonly<Record<Kind, PageName>> = {
  dealing: 'dealing',
  held_fills: 'held',
  applications: 'applications',
  mail: 'mail',
  outbox_failed: 'mail',
  jobs_failed: 'actions',
}

/** The work that waits for staff: one line for each kind, with a link to its page. */
export function ToDo() {
  const text = overviewWords.value
  const { value } = waiting
  const kinds = Object.keys(PAGE_OF) as Kind[]
  const shown = kinds.filter((kind) => (value?.[kind] ?? 0) > 0)
  return (
    <section class="panel">
      <h2 class="title">{text.waits}</h2>
      {value === null ? (
        <Skeleton />
      ) : shown.length === 0 ? (
        <p class="empty">{text.nothing}</p>
      ) : (
        <ul class="waiting-list">
          {shown.map((kind) => (
            <li key={kind}>
              <PlaceLink page={PAGE_OF[kind]}>
                {text.counts[kind]({ n: value[kind] ?? 0 })}
              </PlaceLink>{' '}
              <Oldest at={value[`${kind}_since`]} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** How long the oldest item has waited. */
function Oldest({ at }: { at: string | null }) {
  if (at === null) return null
  return (
    <span class="faint">
      <Since at={at} say={(age) => overviewWords.value.since({ age })} />
    </span>
  )
}
