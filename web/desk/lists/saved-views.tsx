import { useState } from 'preact/hooks'
import { Dialog, Field, Menu } from '../../look/controls.js'
import { MenuItem } from '../../look/menu-item.js'
import {
  isShown,
  removeView,
  type SavedView,
  savedViews,
  saveView,
  VIEW_NAME_MAX,
  VIEWS_MAX,
} from '../../staff/lists/saved-views.js'
import { ask } from '../../staff/place.js'
import { say } from '../../state/notes.js'
import { changeView } from '../../state/table-views.js'
import { listWords } from '../../text/lists/list-words.js'

/**
 * A list's current view: its name, the query parameters for filter and sort order, and its columns.
 */
interface ShownList {
  readonly list: string
  readonly query: Readonly<Record<string, string>>
  readonly columns: readonly string[]
}

/** The saved views of a list. A click opens one, and the current view can be saved. */
export function SavedViews({ list, query, columns }: ShownList) {
  const text = listWords.value.views
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const views = savedViews(list)
  const shown = { query, columns }
  const current = views.find((view) => isShown(view, shown))
  const show = (view: SavedView) => {
    const cleared = Object.fromEntries(Object.keys(query).map((name) => [name, '']))
    ask({ ...cleared, ...view.query }, false)
    // A narrow page keeps its own columns; a wide page gets the columns of the view.
    if (view.columns !== null) changeView(list, false, { columns: view.columns })
  }
  return (
    <>
      <Menu
        label={current === undefined ? text.open : text.current({ name: current.name })}
        text={current === undefined ? text.open : text.current({ name: current.name })}
      >
        {(close) => (
          <>
            {views.map((view) => (
              <MenuItem
                key={view.name}
                label={view.name}
                isOn={view === current}
                close={close}
                act={() => show(view)}
              />
            ))}
            {views.length > 0 && <hr />}
            <MenuItem label={text.save} close={close} act={() => setDialog('save')} />
            {views.length > 0 && (
              <MenuItem label={text.manage} close={close} act={() => setDialog('manage')} />
            )}
          </>
        )}
      </Menu>
      {dialog === 'save' && (
        <SaveView
          list={list}
          views={views}
          shown={shown}
          name={current?.name ?? ''}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'manage' && (
        <ManageViews list={list} views={views} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

function SaveView(props: {
  list: string
  views: readonly SavedView[]
  shown: Omit<SavedView, 'name'>
  name: string
  onClose: () => void
}) {
  const text = listWords.value.views
  const [typed, setTyped] = useState(props.name)
  const name = typed.trim()
  const isThere = props.views.some((view) => view.name === name)
  const isFull = !isThere && props.views.length >= VIEWS_MAX
  return (
    <Dialog title={text.saveTitle} onClose={props.onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name === '' || isFull) return
          saveView(props.list, { ...props.shown, name })
          say('good', text.saved({ name }))
          props.onClose()
        }}
      >
        <p class="faint">{text.saveHint}</p>
        <Field
          label={text.name}
          value={typed}
          maxLength={VIEW_NAME_MAX}
          hasFocus={true}
          onInput={setTyped}
        />
        <p role="status">{isFull ? text.full({ max: VIEWS_MAX }) : isThere ? text.replaces : ''}</p>
        <div class="row">
          <button type="submit" class="primary" disabled={name === '' || isFull}>
            {isThere ? text.replaceDo : text.saveDo}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function ManageViews(props: { list: string; views: readonly SavedView[]; onClose: () => void }) {
  const text = listWords.value.views
  return (
    <Dialog title={text.manageTitle} onClose={props.onClose}>
      {props.views.length === 0 && <p class="faint">{text.none}</p>}
      <ul class="saved-views">
        {props.views.map(({ name, query }) => (
          <li key={name} class="row">
            <span class="grow">
              {name} <span class="faint">{Object.values(query).join(' · ')}</span>
            </span>
            <button
              type="button"
              class="small"
              aria-label={text.remove({ name })}
              onClick={() => removeView(props.list, name)}
            >
              {text.removeDo}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
