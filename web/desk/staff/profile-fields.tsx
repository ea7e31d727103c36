import { Fragment } from 'preact'
import { useEffect, useId } from 'preact/hooks'
import { scopeHas } from '../../staff/groups.js'
import { labelOf, meta, needMeta } from '../../staff/meta.js'
import type { Person } from '../../staff/records.js'
import { groupPaths, needGroups } from '../../staff/settings/groups-and-symbols.js'
import {
  AREAS,
  type Area,
  areaOf,
  TEMPLATES,
  type Template,
} from '../../staff/settings/rights-tree.js'
import { session } from '../../state/session.js'
import { staffWords } from '../../text/desk/staff-words.js'
import { PlaceLink } from '../shell/place-link.js'

/**
 * The rights by area, each with its description.
 *
 * The reader can only grant rights that they hold themselves. They can see and remove the person's
 * other rights.
 */
export function RightsTree(props: {
  chosen: readonly string[]
  /** The rights that the person has now. */
  had: readonly string[]
  /** The other staff users, to show who else has a right; left out for a new person. */
  others?: readonly Person[] | undefined
  onChoose: (rights: readonly string[]) => void
}) {
  const text = staffWords.value
  useEffect(needMeta, [])
  const { chosen, had, onChoose } = props
  const held: readonly string[] = session.value?.rights ?? []
  const shown = [...new Set([...held, ...had])]
  const set = (rights: readonly string[], isOn: boolean) =>
    onChoose(
      isOn
        ? [...new Set([...chosen, ...rights])]
        : chosen.filter((right) => !rights.includes(right)),
    )
  return (
    <>
      <fieldset class="row wrap bare" aria-label={text.templates} title={text.templateHelp}>
        <span class="faint">{text.templates}</span>
        {(Object.keys(TEMPLATES) as Template[]).map((name) => (
          <button
            key={name}
            type="button"
            class="small"
            onClick={() => onChoose(TEMPLATES[name].filter((right) => held.includes(right)))}
          >
            {text.templateNames[name]}
          </button>
        ))}
      </fieldset>
      {(Object.keys(AREAS) as Area[]).map((area) => {
        const rights = shown.filter((right) => areaOf(right) === area)
        if (rights.length === 0) return null
        const has = rights.filter((right) => chosen.includes(right)).length
        return (
          <details key={area} class="rights" open={has > 0}>
            <summary>
              {text.areas[area]}{' '}
              <span class="faint">{text.areaCount({ has, all: rights.length })}</span>
            </summary>
            {rights.map((right) => (
              <Fragment key={right}>
                <Right
                  name={right}
                  isOn={chosen.includes(right)}
                  isHeld={held.includes(right)}
                  wasOn={had.includes(right)}
                  onSet={(isOn) => set([right], isOn)}
                />
                {props.others !== undefined && <WhoElse right={right} others={props.others} />}
              </Fragment>
            ))}
          </details>
        )
      })}
    </>
  )
}

function Right(props: {
  name: string
  isOn: boolean
  isHeld: boolean
  wasOn: boolean
  onSet: (isOn: boolean) => void
}) {
  const { name, isOn, isHeld, wasOn } = props
  const words = meta.value?.rights.find((one) => one.name === name)
  return (
    <label class="right">
      <input
        type="checkbox"
        checked={isOn}
        disabled={!isHeld && !isOn}
        onChange={({ currentTarget }) => props.onSet(currentTarget.checked)}
      />
      <span>
        <b>{labelOf(meta.value?.rights, name)}</b>{' '}
        {words !== undefined && <span class="faint">{name}</span>}
        {isOn !== wasOn && <span class="badge">{isOn ? '+' : '−'}</span>}
        <br />
        <span class="faint">{isHeld ? words?.text : staffWords.value.notYours}</span>
      </span>
    </label>
  )
}

/** The other staff users who can use a right: those that are active, with their scopes. */
function WhoElse({ right, others }: { right: string; others: readonly Person[] }) {
  const text = staffWords.value
  const holders = others.filter(({ active, rights }) => active && rights.includes(right))
  const n = holders.length
  if (n === 0) return <p class="who-else faint">{text.whoElse({ n })}</p>
  return (
    <details class="who-else">
      <summary>{text.whoElse({ n })}</summary>
      <ul>
        {holders.map(({ login, name, group_scope: scope }) => (
          <li key={login}>
            <PlaceLink page="staff" parts={[login]}>
              {text.one({ login, name })}
            </PlaceLink>{' '}
            <span class="faint">{scope.join(', ')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The input for scope masks, with the groups that they match among those that the reader may see. */
export function ScopeField(props: {
  value: string
  wrong?: string | undefined
  onInput: (value: string) => void
}) {
  const text = staffWords.value
  useEffect(needGroups, [])
  const groups = groupPaths.value
  const masks = linesOf(props.value)
  const met = groups.filter((path) => scopeHas(masks, path))
  return (
    <>
      <LinesField
        label={text.scopeLabel}
        value={props.value}
        wrong={props.wrong}
        onInput={props.onInput}
      />
      {groups.length > 0 && (
        <p class="faint" role="status">
          {met.length === 0
            ? text.scopeNone
            : text.scopeMeets({ n: met.length, all: groups.length })}{' '}
          {met.join(', ')}
        </p>
      )}
    </>
  )
}

/** An input for a list with one entry per line. */
export function LinesField(props: {
  label: string
  value: string
  wrong?: string | undefined
  onInput: (value: string) => void
}) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <textarea
        id={id}
        rows={3}
        spellcheck={false}
        value={props.value}
        aria-invalid={props.wrong !== undefined}
        aria-describedby={props.wrong === undefined ? undefined : `${id}w`}
        onInput={({ currentTarget }) => props.onInput(currentTarget.value)}
      />
      {props.wrong !== undefined && (
        <span class="wrong" id={`${id}w`}>
          {props.wrong}
        </span>
      )}
    </div>
  )
}

/** The entries of such an input, without duplicates. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}
