import { useEffect, useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import type { Answer } from '../../link/rest.js'
import { Field, OnceButton } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import {
  EXAMPLE_CHARS_MAX,
  keepExample,
  type RoutingExample,
  type RoutingRequest,
  removeExample,
  routingExamples,
} from '../../staff/settings/routing-examples.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { answerWords } from '../../text/refusals.js'

export type RuleTestResult = Data<'POST /admin/v1/routing/test'>

/** The result for an example: the rule that matches now, or an error. */
interface Tried {
  readonly rule: number | null
  readonly wrong: string
}

/**
 * Saved example requests. Tests all of them against the edited rules and lists those that now match
 * another rule.
 */
export function RuleExamples(props: {
  /** Changes when the rules are edited, which discards earlier results. */
  drawn: string
  nameOf(rule: number): string
  test(request: RoutingRequest): Promise<Answer<RuleTestResult>>
  onTake(request: RoutingRequest): void
}) {
  const { examples: text } = settingsWords.value
  const all = routingExamples.value
  const [tried, setTried] = useState<ReadonlyMap<string, Tried> | null>(null)
  useEffect(() => setTried(null), [props.drawn])
  const ruleName = (rule: number | null) => (rule === null ? text.none : props.nameOf(rule))
  const run = async () => {
    const results = new Map<string, Tried>()
    for (const { name, request } of all) {
      const answer = await props.test(request)
      results.set(
        name,
        answer.ok
          ? { rule: answer.data.rule_id, wrong: '' }
          : { rule: null, wrong: answerWords(answer) },
      )
    }
    setTried(results)
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
                    {text.elsewhere({ now: ruleName(found?.rule ?? null), before: ruleName(rule) })}
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
                  {ruleName(rule)}
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

function isMoved(
  { name, rule }: RoutingExample,
  tried: ReadonlyMap<string, Tried> | null,
): boolean {
  const found = tried?.get(name)
  return found !== undefined && found.wrong === '' && found.rule !== rule
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
