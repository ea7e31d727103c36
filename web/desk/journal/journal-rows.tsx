import { ShortTable } from '../../look/table/short-table.js'
import { labelOf, meta } from '../../staff/meta.js'
import { changeInWords } from '../../staff/office/change-words.js'
import type { JournalLine } from '../../staff/office/journal-lines.js'
import { isShown } from '../../staff/pages.js'
import { ask, go } from '../../staff/place.js'
import { offerEarlierValues, valuesBefore } from '../../staff/settings/earlier-values.js'
import { kindOf, mayChange } from '../../staff/settings/settings-kinds.js'
import { journalWords } from '../../text/desk/journal-words.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { knownName } from '../../text/name-of.js'
import { serverText } from '../../text/server-text.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { ChangeList } from '../changes/change-list.js'
import { PlaceLink } from '../shell/place-link.js'

/** The number of changes that a closed line shows. */
const CHANGES_SHOWN = 3

/** Journal lines as rows. A click or a key expands a row. */
export function JournalRows(props: { lines: readonly JournalLine[]; open: string | null }) {
  const text = journalWords.value
  const isOpen = ({ id }: JournalLine) => String(id) === props.open
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [
      ...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('.line-text'),
    ]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape' && props.open !== null) ask({ line: '' })
    else if (at < 0) return
    else if (event.key === 'ArrowDown') buttons[at + 1]?.focus()
    else if (event.key === 'ArrowUp') buttons[at - 1]?.focus()
    else if (event.key === 'Home') buttons[0]?.focus()
    else if (event.key === 'End') buttons.at(-1)?.focus()
    else return
    event.preventDefault()
  }
  return (
    <ShortTable
      label={text.title}
      look="journal"
      onKeyDown={onKeyDown}
      rows={props.lines}
      keyOf={({ id }) => id}
      rowOf={(line) => ({ class: isOpen(line) ? 'open' : '' })}
      columns={[
        { id: 'at', label: text.at, isNumber: true, cell: ({ at }) => timeText(at) },
        { id: 'who', label: text.who, isNumber: true, cell: (line) => <Actor line={line} /> },
        {
          id: 'kind',
          label: text.kind,
          cell: ({ kind }) => labelOf(meta.value?.journal_kinds, kind),
        },
        {
          id: 'what',
          label: text.what,
          look: () => 'line',
          cell: (line) => <Line line={line} isOpen={isOpen(line)} />,
        },
        {
          id: 'record',
          label: text.record,
          cell: (line) => (
            <>
              <span class="record-label faint">{text.record}: </span>
              <RecordLink line={line} />
            </>
          ),
        },
      ]}
    />
  )
}

function Line({ line, isOpen }: { line: JournalLine; isOpen: boolean }) {
  const text = journalWords.value
  const shown = isOpen ? line.changes : line.changes.slice(0, CHANGES_SHOWN)
  const left = line.changes.length - shown.length
  return (
    <>
      <button
        type="button"
        class="plain line-text"
        aria-expanded={isOpen}
        onClick={() => ask({ line: isOpen ? '' : line.id })}
      >
        {serverText(line.text)}
      </button>
      {line.via !== null && <span class="badge">{text.via({ name: line.via })}</span>}
      {shown.length > 0 && (
        <ChangeList
          changes={shown.map((change) => changeInWords(line, change))}
          label={text.changes}
          more={left > 0 ? text.more({ n: left }) : ''}
        />
      )}
      {isOpen && <Facts line={line} />}
    </>
  )
}

function Actor({ line: { actor } }: { line: JournalLine }) {
  if (actor === null) return <span class="faint">{journalWords.value.system}</span>
  return (
    <PlaceLink page="staff" parts={[actor]}>
      {actor}
    </PlaceLink>
  )
}

/** The record as text, with the label of its kind if there is one. */
export function journalSubject(kind: string, id: string): string {
  const said =
    knownName(settingsWords.value.kinds, kind) ?? labelOf(meta.value?.journal_kinds, kind)
  return id === '' ? said : `${said} ${id}`
}

/** A link to the record that the line is about. */
function RecordLink({ line }: { line: JournalLine }) {
  const { about, login } = line
  if (about === null && login === null) return <span class="faint">{words.value.none}</span>
  const isMailToOne = about?.kind === 'mails' && login !== null
  if (about === null || about.kind === 'accounts' || isMailToOne) {
    const account = about?.kind === 'accounts' ? about.id : (login ?? 0)
    return (
      <PlaceLink page="accounts" parts={[account]}>
        {account}
      </PlaceLink>
    )
  }
  const name = journalSubject(about.kind, about.id === 0 ? '' : String(about.id))
  if (about.kind === 'staff') {
    return (
      <PlaceLink page="staff" parts={[about.id]}>
        {name}
      </PlaceLink>
    )
  }
  const isSetting = meta.value?.fields.some(({ kind }) => kind === about.kind) === true
  if (!isSetting || !isShown('settings')) return <>{name}</>
  const parts = about.id === 0 ? [about.kind] : [about.kind, about.id]
  return (
    <PlaceLink page="settings" parts={parts}>
      {name}
    </PlaceLink>
  )
}

/**
 * A button that opens the settings form with the values from before the change. It saves nothing by
 * itself.
 */
function AsItWas({ line: { about, changes } }: { line: JournalLine }) {
  const kind = about === null ? undefined : kindOf(about.kind)
  const before = valuesBefore(changes)
  if (kind === undefined || about === null || before === null || !mayChange(kind)) return null
  // The id 0 means a whole list of records.
  if (kind.key !== null && about.id === 0) return null
  return (
    <button
      type="button"
      class="small"
      onClick={() => {
        offerEarlierValues(kind, about.id, before)
        go(kind.key === null ? ['settings', kind.kind] : ['settings', kind.kind, about.id])
      }}
    >
      {journalWords.value.asItWas}
    </button>
  )
}

/** Shows further details of a line, and links to related lines. */
function Facts({ line }: { line: JournalLine }) {
  const text = journalWords.value
  const { about, login, actor } = line
  const look = (label: string, changed: Record<string, string | number>) => (
    <button
      type="button"
      class="small"
      onClick={() => ask({ ...changed, page: '', line: '' }, false)}
    >
      {label}
    </button>
  )
  return (
    <>
      <dl class="desk-facts">
        <dt>{text.number}</dt>
        <dd>{line.id}</dd>
        <dt>{text.ip}</dt>
        <dd>{line.ip === '' ? words.value.none : line.ip}</dd>
        <dt>{text.request}</dt>
        <dd>{line.request_id === '' ? words.value.none : line.request_id}</dd>
        <dt>{text.hash}</dt>
        <dd>{line.hash ?? words.value.none}</dd>
      </dl>
      <div class="row wrap">
        {about !== null && look(text.onlyThis, { about: `${about.kind}:${about.id}` })}
        {login !== null && look(text.onlyAccount, { login })}
        {look(text.onlyActor, { actor: actor ?? 0 })}
        <AsItWas line={line} />
      </div>
    </>
  )
}
