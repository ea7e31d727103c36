import { useEffect, useRef } from 'preact/hooks'
import { Choice } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { ReadPanel } from '../../look/panel-data.js'
import { meta, needMeta } from '../../staff/meta.js'
import type { JournalFilter, JournalLine } from '../../staff/office/journal-lines.js'
import { ask, go, place } from '../../staff/place.js'
import { journalWords } from '../../text/desk/journal-words.js'
import { countText } from '../../text/numbers.js'
import { ListFoot } from '../lists/list-foot.js'
import { Pager } from '../lists/pager.js'
import { FixedPeriod } from '../lists/period.js'
import { TypedField } from '../lists/typed-field.js'
import { useStatementEnd } from '../lists/use-statement.js'
import { Chain } from './chain.js'
import { JournalRows, journalSubject } from './journal-rows.js'
import { type Lines, PAGE_LINES, useLines } from './use-lines.js'

/** The list counts as scrolled to its top within this distance. */
const TOP_PX = 8

/**
 * The journal page: the filter from the address, and the lines. New lines appear at the top unless
 * the reader has scrolled down.
 */
export function Journal() {
  const { query } = place.value
  const of = (name: string) => query.get(name) ?? ''
  const filter: JournalFilter = {
    text: of('text'),
    kind: of('kind'),
    actor: of('actor'),
    login: of('login'),
    about: of('about'),
    from: of('from'),
    to: of('to'),
  }
  const page = Math.max(1, Number(of('page')) || 1)
  const list = useRef<HTMLDivElement>(null)
  useEffect(needMeta, [])
  const isHeld = () => {
    const box = list.current
    if (box === null) return false
    const isRead = box.matches(':hover') || box.querySelector('tr.open, :focus-visible') !== null
    return isRead || box.scrollTop > TOP_PX
  }
  const read = useLines(filter, page, isHeld)
  const top = () => {
    if (list.current !== null) list.current.scrollTop = 0
    read.flush()
  }
  return (
    <section class="desk-list grow" aria-label={journalWords.value.title}>
      <Tools filter={filter} />
      <div
        class="desk-lines"
        ref={list}
        onPointerLeave={() => {
          if (read.waiting.length > 0 && !isHeld()) read.flush()
        }}
      >
        <ReadPanel read={{ data: read.lines, refused: read.refused, again: read.again }}>
          {(lines) => <Shown lines={lines} />}
        </ReadPanel>
      </div>
      <Chain />
      <Foot read={read} page={page} filter={filter} onTop={top} />
    </section>
  )
}

function Shown({ lines }: { lines: readonly JournalLine[] }) {
  const { query } = place.value
  const isFiltered = [...query.keys()].some((name) => name !== 'line')
  if (lines.length > 0) return <JournalRows lines={lines} open={query.get('line')} />
  return <p class="empty">{isFiltered ? journalWords.value.empty : journalWords.value.emptyAll}</p>
}

/** The label of the record in the filter; `about` names the record, such as `groups:5`. */
function aboutOf(about: string): string {
  const [kind = '', id = ''] = about.split(':')
  return journalSubject(kind, id === '0' ? '' : id)
}

/** Changes the filter and returns to the newest lines. */
function filterBy(changed: Partial<JournalFilter>): void {
  ask({ ...changed, page: '', line: '' })
}

function Tools({ filter }: { filter: JournalFilter }) {
  const text = journalWords.value
  const kinds = meta.value?.journal_kinds ?? []
  const isKnown = filter.kind === '' || kinds.some(({ name }) => name === filter.kind)
  const isFiltered = Object.values(filter).some((value) => value !== '')
  const statement = useStatementEnd(filter.login)
  return (
    <div class="desk-tools">
      <div class="row wrap desk-filter">
        <TypedField
          label={text.text}
          value={filter.text}
          hint={text.hint}
          isFirst={true}
          onValue={(value) => filterBy({ text: value })}
        />
        <Choice
          label={text.kind}
          value={filter.kind}
          options={[
            ['', text.allKinds],
            ...(isKnown ? [] : [[filter.kind, filter.kind] as const]),
            ...kinds.map(({ name, label }) => [name, label] as const),
          ]}
          onInput={(kind) => filterBy({ kind })}
        />
        <TypedField
          label={text.actor}
          value={filter.actor}
          hint={text.actorHint}
          isNumber={true}
          wrong={text.wrongNumber}
          onValue={(actor) => filterBy({ actor })}
        />
        <TypedField
          label={text.login}
          value={filter.login}
          isNumber={true}
          wrong={text.wrongNumber}
          onValue={(login) => filterBy({ login })}
        />
        <FixedPeriod
          ends={{ from: filter.from, to: filter.to }}
          statement={statement}
          onEnds={filterBy}
        />
      </div>
      {isFiltered && (
        <div class="row wrap chips">
          {filter.about !== '' && (
            <button type="button" class="chip" onClick={() => filterBy({ about: '' })}>
              {text.about({ what: aboutOf(filter.about) })} <Icon name="close" />
            </button>
          )}
          <button type="button" class="chip" onClick={() => go(['journal'])}>
            {text.clear} <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  )
}

/** The footer: the number of lines, a button for new lines, and the pager. */
function Foot(props: { read: Lines; page: number; filter: JournalFilter; onTop: () => void }) {
  const { read, page, filter } = props
  const text = journalWords.value
  const isTail = page === 1 && filter.to === ''
  const pages = Math.ceil(read.total / PAGE_LINES)
  const goTo = (wanted: number) => {
    // From the second page on the list ends at a fixed time, so that new lines do not shift the pages.
    const newest = read.lines?.[0]
    const to = filter.to === '' && newest !== undefined ? newest.at : filter.to
    ask({ page: wanted === 1 ? '' : wanted, to, line: '' }, false)
  }
  return (
    <ListFoot
      count={read.lines === null ? null : text.count({ n: countText(read.total) })}
      note={
        <span role="status">
          {!isTail ? text.standing : read.waiting.length > 0 ? text.held : text.live}
        </span>
      }
    >
      {read.waiting.length > 0 && (
        <button type="button" class="small primary" onClick={props.onTop}>
          {text.fresh({ n: read.waiting.length })}
        </button>
      )}
      {!isTail && (
        <button
          type="button"
          class="small"
          onClick={() => ask({ page: '', to: '', line: '' }, false)}
        >
          {text.newest}
        </button>
      )}
      <Pager page={page} pages={pages} newer={text.newer} older={text.older} onPage={goTo} />
    </ListFoot>
  )
}
