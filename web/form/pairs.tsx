import { useId } from 'preact/hooks'
import { Icon } from '../look/icons.js'
import { formWords } from '../text/desk/form-words.js'
import { useWorld } from './world.js'

interface Parameter {
  readonly name: string
  readonly value: string
  readonly type?: string
  readonly description?: string
}

/** The parameters of a module, with the labels, descriptions and types that it defines. */
export function Parameters(props: {
  path: string
  value: unknown
  onInput: (value: unknown) => void
}) {
  const rows = (Array.isArray(props.value) ? props.value : []) as readonly Parameter[]
  const put = (i: number, value: string) =>
    props.onInput(rows.map((row, at) => (at === i ? { ...row, value } : row)))
  return (
    <div class="form-fields">
      {rows.map((row, i) => (
        <ParameterField
          key={row.name}
          path={`${props.path}[${i}]`}
          row={row}
          onInput={(value) => put(i, value)}
        />
      ))}
      {rows.length === 0 && <span class="faint">{formWords.value.none}</span>}
    </div>
  )
}

/** Parameters whose values have several lines. */
const PEM = /certificate|private key|\bca$/i

function ParameterField(props: { path: string; row: Parameter; onInput: (value: string) => void }) {
  const id = useId()
  const { faults } = useWorld()
  const { name, value, type = 'string', description = '' } = props.row
  const wrong = faults[`${props.path}.value`] ?? faults[props.path]
  const isPem = PEM.test(name)
  const input = {
    id,
    'aria-invalid': wrong !== undefined,
    'aria-describedby': wrong === undefined ? undefined : `${id}w`,
  }
  return (
    <div class={`field ${type === 'bool' ? 'switch' : ''}`} data-says={description}>
      <label for={id} title={description}>
        {name}
      </label>
      {type === 'bool' ? (
        <input
          {...input}
          type="checkbox"
          role="switch"
          aria-checked={value === 'true'}
          checked={value === 'true'}
          onChange={({ currentTarget }) => props.onInput(currentTarget.checked ? 'true' : 'false')}
        />
      ) : isPem ? (
        <>
          <textarea
            {...input}
            rows={2}
            spellcheck={false}
            value={value}
            onFocus={({ currentTarget }) => {
              if (type === 'secret') currentTarget.select()
            }}
            onInput={({ currentTarget }) => props.onInput(currentTarget.value)}
          />
          <label class="from-file">
            {formWords.value.fromFile}
            <input
              type="file"
              class="hidden"
              aria-label={`${formWords.value.fromFile}: ${name}`}
              onChange={({ currentTarget }) =>
                void currentTarget.files?.[0]?.text().then(props.onInput)
              }
            />
          </label>
        </>
      ) : (
        <input
          {...input}
          type={type === 'secret' ? 'password' : 'text'}
          autocomplete={type === 'secret' ? 'new-password' : 'off'}
          inputMode={type === 'int' ? 'numeric' : 'text'}
          value={value}
          onFocus={({ currentTarget }) => {
            if (type === 'secret') currentTarget.select()
          }}
          onInput={({ currentTarget }) => props.onInput(currentTarget.value)}
        />
      )}
      {wrong !== undefined && (
        <span id={`${id}w`} class="wrong">
          {wrong}
        </span>
      )}
    </div>
  )
}

/** Names with values. A pair without a name is not saved. */
export function Pairs({ value, onInput }: { value: unknown; onInput: (value: unknown) => void }) {
  const text = formWords.value
  const pairs = Object.entries((value ?? {}) as Readonly<Record<string, string>>)
  const put = (next: readonly (readonly [string, string])[]) => onInput(Object.fromEntries(next))
  return (
    <div class="stack">
      {pairs.map(([name, one], i) => (
        <span key={name} class="row">
          <b class="pair-name">{name}</b>
          <input
            class="grow"
            aria-label={`${name}: ${text.pairValue}`}
            value={one}
            maxLength={1024}
            onInput={({ currentTarget }) =>
              put(pairs.map((pair, at) => (at === i ? [name, currentTarget.value] : pair)))
            }
          />
          <button
            type="button"
            class="plain icon small"
            aria-label={text.removeField({ name })}
            onClick={() => put(pairs.filter((_, at) => at !== i))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <input
        aria-label={`${text.addTo}: ${text.pairName}`}
        placeholder={`${text.addTo}: ${text.pairName}`}
        maxLength={64}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.currentTarget.blur()
        }}
        onBlur={({ currentTarget }) => {
          const name = currentTarget.value.trim()
          currentTarget.value = ''
          if (name !== '' && !pairs.some(([one]) => one === name)) put([...pairs, [name, '']])
        }}
      />
    </div>
  )
}
