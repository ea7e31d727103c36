import type { Content } from '../../form/control.js'
import { type Answer, answerWith } from '../../link/answer.js'
import type { Data } from '../../link/contract.js'
import type { RoutingExample, RoutingRequest } from '../../staff/settings/routing-examples.js'
import { ask, type SettingsRecord } from '../../staff/settings/settings-records.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { faultsOf } from '../../text/faults.js'
import { answerWords } from '../../text/refusals.js'
import { typedNumber } from '../../text/typed-numbers.js'

export type RuleTestResult = Data<'POST /admin/v1/routing/test'>

/** Unsaved rules: a changed rule, another order, or both. */
export interface RuleDraft {
  readonly rule?: Content
  readonly order?: readonly SettingsRecord['id'][]
}

/** The result for an example: the rule that matches now, or an error. */
interface Tried {
  readonly rule: number | null
  readonly wrong: string
}

/** Results by the names of the examples; an example without one has not been tried. */
export type TriedExamples = ReadonlyMap<string, Tried>

/** Asks which rule would decide the request, with the stored rules or a draft. */
export function testRule(
  { login, volume, at, ...more }: RoutingRequest,
  draft: RuleDraft | null,
): Promise<Answer<RuleTestResult>> {
  return ask('POST /admin/v1/routing/test', undefined, undefined, {
    ...more,
    login: /^\d+$/.test(login) ? Number(login) : login,
    volume: typedNumber(volume) ?? '',
    ...(at.trim() === '' ? {} : { at: at.trim() }),
    ...(draft === null ? {} : { draft }),
  }) as Promise<Answer<RuleTestResult>>
}

/** Tries the examples one after the other. A draft that the server refuses ends it. */
export async function tryExamples(
  examples: readonly RoutingExample[],
  draft: RuleDraft | null,
): Promise<Answer<TriedExamples>> {
  const results = new Map<string, Tried>()
  for (const { name, request } of examples) {
    const answer = await testRule(request, draft)
    if (!answer.ok && draft !== null && isOfDraft(answer)) return { ...answer, data: results }
    results.set(
      name,
      answer.ok
        ? { rule: answer.data.rule_id, wrong: '' }
        : { rule: null, wrong: answerWords(answer) },
    )
  }
  return answerWith(results)
}

/** Whether the refusal is about the draft and not about the request of an example. */
const isOfDraft = ({ data }: Answer<unknown>): boolean =>
  Object.keys(faultsOf(data)).some((path) => path.startsWith('draft'))

export function isMoved({ name, rule }: RoutingExample, tried: TriedExamples | null): boolean {
  const found = tried?.get(name)
  return found !== undefined && found.wrong === '' && found.rule !== rule
}

/** The name of a rule for people; 0 is the unsaved one. */
export function ruleName(rules: readonly SettingsRecord[], id: number | null): string {
  const { ask: text, examples } = settingsWords.value
  if (id === null) return examples.none
  if (id === 0) return text.newRule
  return String(rules.find((one) => one.id === id)?.['name'] ?? `#${id}`)
}
