import { createHash } from 'node:crypto'
import ts from 'typescript'

/**
 * The places of a built file in which a small mistake can be planted, and the mistakes.
 *
 *   P1. A mistake is one that a person makes: a boundary off by one, a guard left out, a sign, a term of a
 *       condition, a call or an assignment that is not there.
 *   P2. Texts of refusals and errors, assertions, logging and constants of a module are left alone: no test
 *       should notice them.
 *   P3. A place has a name that does not go by lines or offsets: a change elsewhere leaves it where it was in
 *       the order of `drawn`.
 */
export interface Place {
  /** The place in the built file. */
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** Like `a < b → a <= b`, in one line. */
  readonly change: string
  /** The function that it is in. */
  readonly within: string
}

const SHOWN_MAX = 70
const OPERATORS: ReadonlyMap<ts.SyntaxKind, readonly string[]> = new Map([
  [ts.SyntaxKind.LessThanToken, ['<=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['<']],
  [ts.SyntaxKind.GreaterThanToken, ['>=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['>']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [ts.SyntaxKind.PlusToken, ['-']],
  [ts.SyntaxKind.MinusToken, ['+']],
  [ts.SyntaxKind.AsteriskToken, ['/']],
  [ts.SyntaxKind.SlashToken, ['*']],
  [ts.SyntaxKind.PlusEqualsToken, ['-=']],
  [ts.SyntaxKind.MinusEqualsToken, ['+=']],
])
/** One side is as good as the whole: the other one was forgotten. */
const JOINS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
])
const LEFT_ALONE =
  /^(assert|refuse|unreachable|fault|must)$|[lL]ogger\b|^process\.|^super$|^Object\.freeze$/

export function placesIn(source: string): Place[] {
  const file = ts.createSourceFile('built.js', source, ts.ScriptTarget.ES2022, true)
  const found: Place[] = []
  const add = (node: ts.Node, replacement: string, within: string): void => {
    const [start, end] = [node.getStart(), node.getEnd()]
    const before = source.slice(start, end)
    if (before === replacement) return
    const change = `${shown(before)} → ${shown(replacement)}`
    found.push({ start, end, replacement, change, within })
  }
  const visit = (node: ts.Node, within: string): void => {
    if (isLeftAlone(node)) return
    for (const replacement of replacementsOf(node)) add(node, replacement, within)
    const inner = nameOf(node) ?? within
    ts.forEachChild(node, (child) => visit(child, inner))
  }
  visit(file, '')
  return found
}

/** All in an order that is drawn by the seed, of each function no more than so many. */
export function drawn<Drawn extends { readonly file: string; readonly place: Place }>(
  all: readonly Drawn[],
  seed: number,
  perFunction = 2,
): Drawn[] {
  const counts = new Map<string, number>()
  const next = (name: string): number => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count
  }
  const ordered = all
    .map((one) => {
      const name = `${one.file} ${one.place.within} ${one.place.change}`
      const key = `${seed} ${name} ${next(name)}`
      return { one, order: createHash('sha256').update(key).digest('hex') }
    })
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
  counts.clear()
  return ordered
    .map(({ one }) => one)
    .filter(({ file, place }) => next(`${file} ${place.within}`) <= perFunction)
}

function nameOf(node: ts.Node): string | undefined {
  if (!ts.isFunctionLike(node)) return undefined
  const { parent } = node
  if (node.name !== undefined) return node.name.getText()
  return ts.isVariableDeclaration(parent) ? parent.name.getText() : undefined
}

function isLeftAlone(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true
  if (ts.isThrowStatement(node) || ts.isTemplateExpression(node)) return true
  if (ts.isCallExpression(node)) return LEFT_ALONE.test(node.expression.getText())
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText())
  return (
    ts.isVariableStatement(node) &&
    node.parent.kind === ts.SyntaxKind.SourceFile &&
    !holdsFunction(node)
  )
}

function holdsFunction(node: ts.Node): boolean {
  return ts.isFunctionLike(node) || ts.forEachChild(node, holdsFunction) === true
}

function replacementsOf(node: ts.Node): readonly string[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node)
  if (ts.isIfStatement(node)) return ofIf(node)
  if (ts.isConditionalExpression(node)) {
    const [when, yes, no] = [node.condition, node.whenTrue, node.whenFalse].map((n) => n.getText())
    return [`(${when}) ? ${no} : ${yes}`]
  }
  if (ts.isExpressionStatement(node)) return ofStatement(node)
  if (ts.isPrefixUnaryExpression(node)) {
    const { operator, operand } = node
    const isDropped = operator === ts.SyntaxKind.ExclamationToken || isMinus(operator, operand)
    return isDropped ? [operand.getText()] : []
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false']
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true']
  if (ts.isAwaitExpression(node)) return [node.expression.getText()]
  if (!ts.isPropertyAccessExpression(node) || node.expression.getText() !== 'Math') return []
  const name = node.name.getText()
  if (name === 'min') return ['Math.max']
  return name === 'max' ? ['Math.min'] : []
}

function isMinus(operator: ts.PrefixUnaryOperator, operand: ts.Expression): boolean {
  return operator === ts.SyntaxKind.MinusToken && !ts.isLiteralExpression(operand)
}

function ofBinary({ left, operatorToken, right }: ts.BinaryExpression): readonly string[] {
  const [before, after] = [left.getText(), right.getText()]
  if (JOINS.has(operatorToken.kind)) return [before, after]
  if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return [before]
  const isText = isTextual(left) || isTextual(right)
  if (operatorToken.kind === ts.SyntaxKind.PlusToken && isText) return []
  const others = OPERATORS.get(operatorToken.kind) ?? []
  return others.map((operator) => `${before} ${operator} ${after}`)
}

function isTextual(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true
  return ts.isBinaryExpression(node) && (isTextual(node.left) || isTextual(node.right))
}

/** A guard without its else is left out; what goes one way or the other goes the other one. */
function ofIf({ expression, thenStatement, elseStatement }: ts.IfStatement): readonly string[] {
  const then = thenStatement.getText()
  if (elseStatement === undefined) {
    const isThrowing = ts.isThrowStatement(thenStatement)
    return isThrowing ? [] : [';', then]
  }
  return [`if (!(${expression.getText()})) ${then} else ${elseStatement.getText()}`]
}

function ofStatement({ expression }: ts.ExpressionStatement): readonly string[] {
  if (ts.isCallExpression(expression)) {
    return LEFT_ALONE.test(expression.expression.getText()) ? [] : [';']
  }
  const isAssignment =
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    expression.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  const isStep = ts.isPostfixUnaryExpression(expression) || ts.isPrefixUnaryExpression(expression)
  return isAssignment || isStep ? [';'] : []
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === ';') return 'nothing'
  return line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX - 1)}…` : line
}
