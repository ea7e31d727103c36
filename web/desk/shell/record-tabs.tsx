import { useRef } from 'preact/hooks'
import { Menu } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { isNarrow } from '../../look/narrow.js'
import {
  closeRecord,
  type OpenRecord,
  openRecords,
  shownId,
  showRecord,
} from '../../staff/open-records.js'
import { shellWords } from '../../text/desk/shell-words.js'
import { recordTitle } from './record-title.js'

/**
 * The open records: links with a close button, on a phone as a menu. Arrow keys move between the
 * links, and Delete closes the focused one.
 */
export function RecordTabs() {
  const text = shellWords.value.records
  const open = openRecords.value
  return (
    <nav class="record-tabs" aria-label={text.title}>
      {isNarrow.value ? (
        <div class="row">
          <Menu label={text.title} text={text.count({ n: open.length })}>
            {(close) =>
              open.map((record) => (
                <span key={record.id} class="record-row">
                  <RecordLink record={record} onGo={close} />
                  <CloseButton record={record} onPress={close} />
                </span>
              ))
            }
          </Menu>
        </div>
      ) : (
        <TabList open={open} />
      )}
    </nav>
  )
}

function TabList({ open }: { open: readonly OpenRecord[] }) {
  const list = useRef<HTMLUListElement>(null)
  const shown = shownId.value
  const first = open.some(({ id }) => id === shown) ? shown : open[0]?.id
  const focus = (i: number) =>
    list.current?.querySelectorAll<HTMLElement>('.record-tab')[i]?.focus()
  const onKeyDown = (event: KeyboardEvent, i: number) => {
    const record = open[i]
    if (event.key === 'ArrowRight') focus((i + 1) % open.length)
    else if (event.key === 'ArrowLeft') focus((i - 1 + open.length) % open.length)
    else if (event.key === 'Delete' && record !== undefined) {
      closeRecord(record.id)
      requestAnimationFrame(() => focus(Math.min(i, openRecords.value.length - 1)))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ul ref={list}>
      {open.map((record, i) => (
        <li key={record.id} onKeyDown={(event) => onKeyDown(event, i)}>
          <RecordLink record={record} tabIndex={record.id === first ? 0 : -1} />
          <CloseButton record={record} tabIndex={-1} />
        </li>
      ))}
    </ul>
  )
}

function RecordLink(props: { record: OpenRecord; tabIndex?: number; onGo?: () => void }) {
  const { pages, records: text } = shellWords.value
  const { record } = props
  const { page, address, drafts, isPassing } = record
  const title = recordTitle(record)
  return (
    <a
      class={`record-tab ${isPassing ? 'passing' : ''}`}
      href={address}
      tabIndex={props.tabIndex ?? 0}
      title={[`${pages[page]}: ${title}`, isPassing ? text.passing : ''].join('\n').trim()}
      aria-current={record.id === shownId.value ? 'page' : undefined}
      onAuxClick={(event) => {
        if (event.button !== 1) return
        event.preventDefault()
        closeRecord(record.id)
      }}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        props.onGo?.()
        showRecord(record)
      }}
    >
      {drafts.length > 0 && (
        <>
          <span class="mark" aria-hidden={true}>
            ●{' '}
          </span>
          <span class="hidden">{text.draft}: </span>
        </>
      )}
      {title}
    </a>
  )
}

function CloseButton(props: { record: OpenRecord; tabIndex?: number; onPress?: () => void }) {
  const text = shellWords.value.records
  const title = recordTitle(props.record)
  return (
    <button
      type="button"
      class="plain icon"
      tabIndex={props.tabIndex ?? 0}
      aria-label={text.close({ title })}
      title={text.closeHint({ title })}
      onClick={() => {
        props.onPress?.()
        closeRecord(props.record.id)
      }}
    >
      <Icon name="close" />
    </button>
  )
}
