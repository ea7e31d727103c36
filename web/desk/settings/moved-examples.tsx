import { routingExamples } from '../../staff/settings/routing-examples.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { answerWords } from '../../text/refusals.js'
import { useWhenStill } from '../lists/use-when-still.js'
import { isMoved, type RuleDraft, tryExamples } from './tried-examples.js'

/**
 * Tries the saved examples with unsaved rules, each time that they change, and lists those that
 * would go to another rule after saving. Nothing without a draft or without examples.
 */
export function MovedExamples(props: {
  draft: RuleDraft | null
  nameOf(rule: number | null): string
}) {
  const { examples: text } = settingsWords.value
  const { draft, nameOf } = props
  const all = routingExamples.value
  const isOff = draft === null || all.length === 0
  const key = isOff ? '' : JSON.stringify([draft, all])
  const { data: tried, refused, isOld } = useWhenStill(key, () => tryExamples(all, draft))
  if (isOff) return null
  if (isOld) return <p class="moved-examples faint">{text.trying({ n: all.length })}</p>
  if (refused !== null) {
    return <p class="moved-examples loss">{text.untried({ why: answerWords(refused) })}</p>
  }
  const moved = all.filter((example) => isMoved(example, tried))
  const wrong = all.filter(({ name }) => tried?.get(name)?.wrong)
  return (
    <div class="moved-examples" role="status">
      <p class={moved.length > 0 ? 'loss' : 'faint'}>
        {moved.length > 0
          ? text.movedBySaving({ n: moved.length, of: all.length })
          : text.sameAfterSaving({ n: all.length - wrong.length })}
      </p>
      {moved.length + wrong.length > 0 && (
        <ul>
          {moved.map(({ name, rule }) => (
            <li key={name}>
              <b>{name}</b>:{' '}
              {text.elsewhere({
                now: nameOf(tried?.get(name)?.rule ?? null),
                before: nameOf(rule),
              })}
            </li>
          ))}
          {wrong.map(({ name }) => (
            <li key={name} class="faint">
              {name}: {tried?.get(name)?.wrong}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
