import { useEffect, useState } from 'preact/hooks'
import { Field, OnceButton } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import {
  EXAMPLE_CHARS_MAX,
  keepExample,
  type RoutingRequest,
  removeExample,
  routingExamples,
} from '../../staff/settings/routing-examples.js'
import { say } from '../../state/notes.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { answerWords } from '../../text/refusals.js'
import { isMoved, type RuleDraft, type TriedExamples, tryExamples } from './tried-examples.js'

/**
 * Saved example requests. Tests all of them against the edited rules and lists those that now match
 * another rule.
 */
export function RuleExamples(props: {
  /** The edited rules. A change discards earlier results. */
  draft: RuleDraft | null
  nameOf(rule: number | null): string
  onTake(request: RoutingRequest): void
}) {
  const { examples: text } = settingsWords.value
  const all = routingExamples.value
  const [tried, setTried] = useState<TriedExamples | null>(null)
  useEffect(() => setTried(null), [JSON.stringify(props.draft)])
  const run = async () => {
    const answer = await tryExamples(all, props.draft)
    if (answer.ok) setTried(answer.data)
    else say('bad', text.title, answerWords(answer))
  }
  const moved = all.filter((example) => isMoved(example, tried))
  if (all.length === 0) return null
  return (
    <section class="stack rule-examples" aria-label={text.title}>
      <p class="row wrap">
        <b class="grow">{text.title}</b>
        <OnceButton class="small" onPress={run}>
          {text.tryAll({ n: all.length })}
        </OnceButton>
      </p>
      {tried !== null && (
        <p role="status" class={moved.length > 0 ? 'loss' : ''}>
          {moved.length === 0 ? text.allSame : text.moved({ n: moved.length, of: all.length })}
        </p>
      )}
      <ul class="walk">
        {all.map((example) => {
          const { name, request, rule } = example
          const found = tried?.get(name)
          const goesElsewhere = isMoved(example, tried)
          return (
            <li key={name}>
              <p class="row wrap">
                <button
                  type="button"
                  class="plain"
                  title={requestText(request)}
                  onClick={() => props.onTake(request)}
                >
                  {name}
                </button>
                <span class="grow faint">{requestText(request)}</span>
                <button
                  type="button"
                  class="plain icon"
                  aria-label={text.remove({ name })}
                  onClick={() => removeExample(name)}
                >
                  <Icon name="close" />
                </button>
              </p>
              {found?.wrong ? (
                <p class="loss">{found.wrong}</p>
              ) : goesElsewhere ? (
                <p class="row wrap">
                  <b class="loss grow">
                    {text.elsewhere({
                      now: props.nameOf(found?.rule ?? null),
                      before: props.nameOf(rule),
                    })}
                  </b>
                  <button
                    type="button"
                    class="small"
                    onClick={() => keepExample({ ...example, rule: found?.rule ?? null })}
                  >
                    {text.expect}
                  </button>
                </p>
              ) : (
                <p class="faint">
                  {props.nameOf(rule)}
                  {found !== undefined && ` · ${text.same}`}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Saves the tested request as an example, with the rule that matched. */
export function KeepExample({ request, rule }: { request: RoutingRequest; rule: number | null }) {
  const { examples: text } = settingsWords.value
  const [name, setName] = useState('')
  return (
    <div class="row wrap keep-example">
      <Field label={text.name} value={name} maxLength={EXAMPLE_CHARS_MAX} onInput={setName} />
      <OnceButton
        class="small"
        isOff={name.trim() === ''}
        onPress={async () => {
          keepExample({ name: name.trim(), request, rule })
          setName('')
        }}
      >
        {text.keep}
      </OnceButton>
    </div>
  )
}

/** A request as short text, such as `1001 open market buy 6 XAUUSD`. */
function requestText({
  login,
  kind,
  order_kind,
  side,
  volume,
  symbol,
  at,
}: RoutingRequest): string {
  return [login, kind, order_kind, side, volume, symbol, at].filter((one) => one !== '').join(' ')
}
