import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { maskFits } from '../../staff/groups.js'
import type { Person } from '../../staff/records.js'
import { may } from '../../staff/rights.js'
import { staffWords } from '../../text/desk/staff-words.js'
import type { Faults } from '../../text/faults.js'
import { ChangesForm } from '../changes/changes-form.js'
import { useChanges } from '../changes/use-changes.js'

type Body = Schemas['StaffReportsBody']
type Line = Body['lines'][number]
type Typed = Omit<Line, 'depth_days'> & { readonly depth_days: string }

interface Form {
  readonly lines: string
}

const DAYS_MAX = 36_500
const NEW: Typed = { path: '', view: true, export: false, depth_days: '0' }

/** The form for the reports that a staff member may open, by name or mask. */
export function ReportLines(props: { person: Person; count: number; onSaved: () => void }) {
  const { person, count } = props
  const params = { login: person.login }
  const read = usePanelData('GET /admin/v1/staff/{login}/reports', { params }, count + lives.value)
  return (
    <>
      <h3 class="card-heading">{staffWords.value.reports.title}</h3>
      <ReadPanel read={read}>
        {({ lines, version }) => (
          <LinesForm person={person} lines={lines} version={version} onSaved={props.onSaved} />
        )}
      </ReadPanel>
    </>
  )
}

function LinesForm(props: {
  person: Person
  lines: readonly Line[]
  version: number
  onSaved: () => void
}) {
  const { reports: text, ...words } = staffWords.value
  const { person, version } = props
  const { login } = person
  const own = { lines: JSON.stringify(props.lines.map(typedOf)) }
  const changes = useChanges<Form>({
    kind: 'staff_reports',
    key: String(login),
    own,
    version,
    saved: text.saved,
    conflict: words.conflict,
    send: ({ lines = own.lines }) =>
      call('PUT /admin/v1/staff/{login}/reports', {
        params: { login },
        body: { version, lines: linesIn(lines).map(lineOf) },
      }),
    onSaved: props.onSaved,
  })
  const lines = linesIn(changes.shown.lines)
  const set = (next: readonly Typed[]) => changes.change('lines', JSON.stringify(next))
  return (
    <ChangesForm
      changes={changes}
      save={() => text.save}
      labelOf={() => text.title}
      textOf={(_, value) =>
        linesIn(String(value))
          .map(({ path }) => path)
          .join(', ')
      }
      isWrong={lines.some(({ path, depth_days }) => path.trim() === '' || !isDays(depth_days))}
      class="stack"
    >
      {lines.length > 0 && !person.rights.includes('reports') && (
        <p class="banner">{text.needsRight}</p>
      )}
      {lines.length === 0 && <p class="faint">{text.none}</p>}
      {lines.map((line, i) => (
        <LineFields
          key={i}
          line={line}
          wrong={changes.faults[`lines[${i}].path`] ?? faultOf(changes.faults, i)}
          onChange={(next) => set(lines.with(i, next))}
          onRemove={() => set(lines.toSpliced(i, 1))}
        />
      ))}
      {may({ one: ['reports', 'config.reports'] }) && lines.length > 0 && <Covered lines={lines} />}
      <p>
        <button type="button" onClick={() => set([...lines, NEW])}>
          {text.add}
        </button>
      </p>
    </ChangesForm>
  )
}

function LineFields(props: {
  line: Typed
  wrong: string | undefined
  onChange: (line: Typed) => void
  onRemove: () => void
}) {
  const { reports: text } = staffWords.value
  const { line, onChange } = props
  const flag = (name: 'view' | 'export') => (
    <label class="check">
      <input
        type="checkbox"
        checked={line[name]}
        onChange={({ currentTarget }) => onChange({ ...line, [name]: currentTarget.checked })}
      />
      {text[name]}
    </label>
  )
  return (
    <div class="row wrap field-row">
      <div class="grow">
        <Field
          label={text.path}
          value={line.path}
          maxLength={128}
          wrong={props.wrong}
          onInput={(path) => onChange({ ...line, path })}
        />
      </div>
      <Field
        label={text.days}
        value={line.depth_days}
        inputMode="numeric"
        maxLength={5}
        wrong={isDays(line.depth_days) ? undefined : text.whole}
        onInput={(depth_days) => onChange({ ...line, depth_days })}
      />
      {flag('view')}
      {flag('export')}
      <button
        type="button"
        class="plain icon"
        aria-label={text.remove}
        title={text.remove}
        onClick={props.onRemove}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

/** The reports that the entries match, among those that the reader may see. */
function Covered({ lines }: { lines: readonly Typed[] }) {
  const { reports: text } = staffWords.value
  const read = usePanelData('GET /admin/v1/reports', {}, lives.value)
  const names = (read.data ?? []).map(({ name }) => name)
  if (names.length === 0) return null
  const masks = lines.filter(({ view }) => view).map(({ path }) => path.trim().toLowerCase())
  const opened = names.filter((name) => masks.some((mask) => maskFits(mask, name.toLowerCase())))
  return (
    <p class="faint" role="status">
      {text.covers({ n: opened.length, all: names.length })} {opened.join(', ')}
    </p>
  )
}

const isDays = (typed: string): boolean => /^\d{1,5}$/.test(typed) && Number(typed) <= DAYS_MAX

const linesIn = (text: string): readonly Typed[] => JSON.parse(text) as Typed[]

const typedOf = ({ depth_days, ...line }: Line): Typed => ({
  ...line,
  depth_days: String(depth_days),
})

const lineOf = ({ depth_days, path, ...line }: Typed): Line => ({
  ...line,
  path: path.trim(),
  depth_days: Number(depth_days),
})

/** An error about the whole list is shown at its last entry. */
function faultOf(faults: Faults, i: number): string | undefined {
  return i === 0 ? faults['lines'] : undefined
}
