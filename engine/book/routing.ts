import { decides } from '../config/deciding-rules.js'
import {
  ROUTING_NUMBER_FIELDS,
  type RoutingCondition,
  type RoutingNumberField,
  type RoutingRuleRecord,
} from '../config/records/routing-rule.js'
import { compiledMaskList } from '../names/mask.js'
import { bigScaledFromText } from '../numbers/decimal.js'
import { FIXED8_DIGITS, FIXED8_ONE } from '../units.js'
import type {
  Book,
  CompiledCondition,
  CompiledRule,
  CompiledRules,
  RoutedRequest,
} from './compiled.js'

export function compileRules(records: readonly RoutingRuleRecord[]): CompiledRules {
  return new RulesByGroup(
    records
      .filter((rule) => rule.enabled)
      .toSorted((a, b) => a.position - b.position || a.id - b.id)
      .map(compileRule),
  )
}

interface GroupedRule extends CompiledRule {
  readonly ofGroup: readonly GroupCondition[]
}

type GroupCondition = (group: string) => boolean

function compileRule(record: RoutingRuleRecord): GroupedRule {
  const isOfGroup = ({ field }: RoutingCondition): boolean => field === 'group'
  return {
    record,
    ofGroup: record.conditions.filter(isOfGroup).map(groupCondition),
    conditions: record.conditions.filter((one) => !isOfGroup(one)).map(compileCondition),
  }
}

/** The maximum number of groups with cached rules. */
const GROUPS_MAX = 1_024

/**
 * All orders of a group give the same result for conditions about groups, so these are evaluated
 * once per group.
 */
class RulesByGroup implements CompiledRules {
  readonly #rules: readonly GroupedRule[]
  readonly #known = new Map<string, readonly CompiledRule[]>()

  constructor(rules: readonly GroupedRule[]) {
    this.#rules = rules
  }

  of(group: string): readonly CompiledRule[] {
    const known = this.#known.get(group)
    if (known !== undefined) return known
    const rules = this.#rules
      .filter(({ ofGroup }) => ofGroup.every((holds) => holds(group)))
      .map(({ record, conditions }) => ({ record, conditions }))
    if (this.#known.size >= GROUPS_MAX) this.#known.clear()
    this.#known.set(group, rules)
    return rules
  }
}

/** The result of one rule during the evaluation. */
export interface WalkStep {
  readonly rule_id: number
  readonly matched: boolean
  readonly why: string
}

/** The result of evaluating the rules, and the changes that they made to the request. */
export interface WalkEnd {
  /** The rule that decided. Undefined if none did; the request is then rejected. */
  readonly rule: RoutingRuleRecord | undefined
  readonly clearsStops: boolean
  readonly delayMs: number
}

export function routeRequest(
  book: Pick<Book, 'routing'>,
  request: RoutedRequest,
  passes: (rule: RoutingRuleRecord) => boolean = () => false,
): WalkEnd {
  let clearsStops = false
  let delayMs = 0
  for (const { record, conditions } of book.routing.of(request.group)) {
    if (!fitsKinds(record, request)) continue
    if (!conditions.every((one) => one.holds(request))) continue
    if (record.action === 'clear_stops') clearsStops = true
    else if (record.action === 'delay') delayMs += Number(record.action_value)
    else if (!passes(record)) return { rule: record, clearsStops, delayMs }
  }
  return { rule: undefined, clearsStops, delayMs }
}

/**
 * The same evaluation with all steps shown, over all rules up to the deciding one, including
 * disabled ones. A rule that is skipped without a dealer is skipped if `isAnswered` says that
 * nobody would answer.
 */
export function explainRoute(
  rules: readonly RoutingRuleRecord[],
  request: RoutedRequest,
  isAnswered: (rule: RoutingRuleRecord) => boolean = () => true,
): { readonly decided: RoutingRuleRecord | undefined; readonly walk: readonly WalkStep[] } {
  const walk: WalkStep[] = []
  for (const rule of rules.toSorted((a, b) => a.position - b.position || a.id - b.id)) {
    const why = mismatch(rule, request)
    if (why !== undefined) {
      walk.push({ rule_id: rule.id, matched: false, why })
      continue
    }
    if (rule.skip_no_dealer && !isAnswered(rule)) {
      const why = 'it fits, but none of its dealers is online: the walk goes on'
      walk.push({ rule_id: rule.id, matched: false, why })
      continue
    }
    const isLast = decides(rule.action)
    const goesOn = `it fits: ${rule.action} changes the request and the walk goes on`
    walk.push({ rule_id: rule.id, matched: true, why: isLast ? 'it fits and decides' : goesOn })
    if (isLast) return { decided: rule, walk }
  }
  return { decided: undefined, walk }
}

function mismatch(rule: RoutingRuleRecord, request: RoutedRequest): string | undefined {
  if (!rule.enabled) return 'it is disabled'
  const { requestKind, orderKind } = request
  if (!fitsKind(rule.request_kinds, requestKind)) {
    return `it is for the requests ${rule.request_kinds.join(', ')}, not ${requestKind}`
  }
  if (!fitsKind(rule.order_kinds, orderKind)) {
    return `it is for the orders ${rule.order_kinds.join(', ')}, not ${orderKind}`
  }
  const failed = rule.conditions.find((one) => !compileCondition(one).holds(request))
  if (failed === undefined) return undefined
  return `its condition ${failed.field} ${failed.op} ${failed.value} does not hold`
}

/** An empty list of kinds means every kind. */
function fitsKinds(rule: RoutingRuleRecord, request: RoutedRequest): boolean {
  return (
    fitsKind(rule.request_kinds, request.requestKind) &&
    fitsKind(rule.order_kinds, request.orderKind)
  )
}

function fitsKind(kinds: readonly string[], kind: string): boolean {
  return kinds.length === 0 || kinds.includes(kind)
}

function groupCondition({ value, op }: RoutingCondition): GroupCondition {
  const covers = coverOf(value)
  const wanted = op === 'eq'
  return (group) => covers([group]) === wanted
}

function compileCondition(record: RoutingCondition): CompiledCondition {
  return isNumberField(record.field)
    ? numberCondition(record, record.field)
    : textCondition(record, record.field)
}

export function isNumberField(field: RoutingCondition['field']): field is RoutingNumberField {
  return (ROUTING_NUMBER_FIELDS as readonly string[]).includes(field)
}

/** Numbers compare as integers of 1e-8, in which volumes are kept; logins times that pass 2^53. */
function numberCondition(record: RoutingCondition, field: RoutingNumberField): CompiledCondition {
  const wanted = bigScaledFromText(record.value, FIXED8_DIGITS) ?? 0n
  const read = NUMBER_READERS[field]
  const compare = COMPARISONS[record.op]
  return { record, holds: (request) => compare(read(request), wanted) }
}

const whole = (value: number): bigint => BigInt(value) * FIXED8_ONE

const NUMBER_READERS: Readonly<Record<RoutingNumberField, (request: RoutedRequest) => bigint>> = {
  login: ({ login }) => whole(login),
  volume: ({ volume }) => BigInt(volume),
  hour: (request) => whole(request.hour()),
  weekday: (request) => whole(request.weekday()),
  deviation_pts: ({ deviationPts }) => whole(deviationPts),
}

const COMPARISONS: Readonly<Record<RoutingCondition['op'], (a: bigint, b: bigint) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
}

type TextField = Exclude<RoutingCondition['field'], RoutingNumberField>

function textCondition(record: RoutingCondition, field: TextField): CompiledCondition {
  const asked = coverOf(record.value)
  // Comments are free text from traders. Each is different, so a cache would only cost memory.
  const covers = field === 'comment' ? asked : remembered(asked)
  const read = TEXT_READERS[field]
  const wanted = record.op === 'eq'
  return { record, holds: (request) => covers(read(request)) === wanted }
}

type CoveredTexts = readonly [first: string] | readonly [first: string, second: string]
type Cover = (texts: CoveredTexts) => boolean

const TEXT_READERS: Readonly<Record<TextField, (request: RoutedRequest) => CoveredTexts>> = {
  group: ({ group }) => [group],
  symbol: ({ symbol }) => [symbol.name, symbol.path],
  side: ({ side }) => [side],
  kind: ({ requestKind }) => [requestKind],
  comment: ({ comment }) => [comment],
}

function coverOf(value: string): Cover {
  const list = compiledMaskList(value)
  return (texts) => list(...texts.map((text) => text.toLowerCase()))
}

/**
 * The maximum number of cached texts per condition, because there may be many conditions and
 * symbols.
 */
const REMEMBERED_MAX = 256

/** Caches the results, because requests compare the same few texts with every rule. */
function remembered(covers: Cover): Cover {
  const known = new Map<string, { readonly second: string | undefined; readonly is: boolean }>()
  return (texts) => {
    const [first, second] = texts
    const found = known.get(first)
    if (found !== undefined && found.second === second) return found.is
    const is = covers(texts)
    if (known.size >= REMEMBERED_MAX) known.clear()
    known.set(first, { second, is })
    return is
  }
}
