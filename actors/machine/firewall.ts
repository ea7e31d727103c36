import { execFile } from 'node:child_process'

/** A rule or the policy of a chain. Fields that cannot be parsed are empty. */
export interface FirewallRow {
  readonly action: string
  readonly address: string
  readonly chain: string
  readonly expression: string
  readonly family: string
  readonly hook: string
  readonly interface: string
  readonly name: string
  readonly port: string
  readonly protocol: string
  readonly table: string
}

export interface Firewall {
  readonly available: boolean
  readonly backend: string
  /** The reason why there are no rules; empty if there are some. */
  readonly reason: string
  readonly rows: readonly FirewallRow[]
  readonly truncated: boolean
}

const RULES_MAX = 1_000
const BYTES_MAX = 2 * 1024 * 1024
const TIME_MS = 3_000
/** The hooks of chains that filter incoming or forwarded packets. */
const HOOKS: ReadonlySet<string> = new Set(['input', 'ingress', 'prerouting', 'forward'])

/**
 * Reads the machine's rules for incoming packets with `nft` or `iptables-save`. Changes nothing. If
 * a program is missing, not permitted or too slow, the result has a reason instead of rules.
 */
export async function firewall(run: Run = program): Promise<Firewall> {
  const nft = await run('nft', ['-j', 'list', 'ruleset'])
  if (nft.ok) return bounded('nftables', nftRows(nft.text))
  const tables = await run('iptables-save', [])
  if (tables.ok) return bounded('iptables', iptablesRows(tables.text))
  const reason = `nft: ${nft.why}; iptables-save: ${tables.why}`
  return { available: false, backend: '', reason, rows: [], truncated: false }
}

type Said =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string }
export type Run = (name: string, args: readonly string[]) => Promise<Said>

const program: Run = (name, args) =>
  new Promise((resolve) => {
    const options = {
      timeout: TIME_MS,
      maxBuffer: BYTES_MAX,
      env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' },
    }
    execFile(name, [...args], options, (error, text) => {
      if (error === null) resolve({ ok: true, text })
      else {
        const { code } = error as NodeJS.ErrnoException
        const why =
          code === 'ENOENT' ? 'it is not installed' : 'it may not be read, or took too long'
        resolve({ ok: false, why })
      }
    })
  })

function bounded(backend: string, rows: readonly FirewallRow[]): Firewall {
  const kept = rows.slice(0, RULES_MAX)
  return { available: true, backend, reason: '', rows: kept, truncated: kept.length < rows.length }
}

const EMPTY: FirewallRow = {
  action: '',
  address: '',
  chain: '',
  expression: '',
  family: '',
  hook: '',
  interface: '',
  name: '',
  port: '',
  protocol: '',
  table: '',
}

type Json = Readonly<Record<string, unknown>>

/** Parses `nft -j list ruleset`: chains with a hook, and the chains that their rules jump to. */
export function nftRows(text: string): FirewallRow[] {
  let entries: readonly Json[]
  try {
    entries = (JSON.parse(text) as { nftables?: readonly Json[] }).nftables ?? []
  } catch {
    return []
  }
  const chains = entries.flatMap(({ chain }) => (chain === undefined ? [] : [chain as Json]))
  const rules = entries.flatMap(({ rule }) => (rule === undefined ? [] : [rule as Json]))
  const keyOf = (one: Json, chain: unknown) => `${one['family']} ${one['table']} ${chain}`
  const hooks = new Map<string, string>()
  const open: string[] = []
  const policies: FirewallRow[] = []
  for (const chain of chains) {
    const hook = String(chain['hook'] ?? '')
    if (!HOOKS.has(hook)) continue
    const key = keyOf(chain, chain['name'])
    hooks.set(key, hook)
    open.push(key)
    const { family, table } = namesOf(chain)
    const name = String(chain['name'])
    const action = String(chain['policy'] ?? 'accept')
    policies.push({ ...EMPTY, family, table, chain: name, hook, name: 'policy', action })
  }
  for (const key of open) {
    for (const rule of rules.filter((one) => keyOf(one, one['chain']) === key)) {
      for (const target of targetsOf(rule)) {
        const next = keyOf(rule, target)
        if (hooks.has(next)) continue
        hooks.set(next, hooks.get(key) ?? '')
        open.push(next)
      }
    }
  }
  const reached = rules.filter((rule) => hooks.has(keyOf(rule, rule['chain'])))
  return [
    ...policies,
    ...reached.map((rule) => ruleRow(rule, hooks.get(keyOf(rule, rule['chain'])) ?? '')),
  ]
}

function namesOf(one: Json) {
  return { family: String(one['family'] ?? ''), table: String(one['table'] ?? '') }
}

function targetsOf(rule: Json): string[] {
  return partsOf(rule).flatMap((part) => {
    const jump = (part['jump'] ?? part['goto']) as Json | undefined
    return jump === undefined ? [] : [String(jump['target'])]
  })
}

function partsOf(rule: Json): readonly Json[] {
  return Array.isArray(rule['expr']) ? (rule['expr'] as readonly Json[]) : []
}

const ACTIONS = [
  'accept',
  'drop',
  'reject',
  'return',
  'jump',
  'goto',
  'masquerade',
  'dnat',
  'snat',
  'redirect',
]

function ruleRow(rule: Json, hook: string): FirewallRow {
  const parts = partsOf(rule)
  const found: Record<string, string> = {}
  for (const { match } of parts) {
    const { left, right } = (match ?? {}) as { left?: Json; right?: unknown }
    const payload = left?.['payload'] as Json | undefined
    const meta = left?.['meta'] as Json | undefined
    const value =
      typeof right === 'string' || typeof right === 'number' ? String(right) : JSON.stringify(right)
    if (payload?.['field'] === 'saddr' || payload?.['field'] === 'daddr') found['address'] = value
    if (payload?.['field'] === 'dport') {
      found['port'] = value
      found['protocol'] = String(payload['protocol'])
    }
    if (meta?.['key'] === 'iifname' || meta?.['key'] === 'iif') found['interface'] = value
    if (meta?.['key'] === 'l4proto') found['protocol'] = value
  }
  const action = ACTIONS.find((name) => parts.some((part) => name in part)) ?? ''
  return {
    ...EMPTY,
    ...namesOf(rule),
    chain: String(rule['chain'] ?? ''),
    hook,
    name: String(rule['comment'] ?? ''),
    ...found,
    action,
    expression: JSON.stringify(parts),
  }
}

const CHAIN_HOOKS: Readonly<Record<string, string>> = {
  INPUT: 'input',
  FORWARD: 'forward',
  PREROUTING: 'prerouting',
}

/** Parses `iptables-save`: `*table`, `:CHAIN POLICY`, `-A CHAIN …`. */
export function iptablesRows(text: string): FirewallRow[] {
  const rows: FirewallRow[] = []
  const wanted = new Set(Object.keys(CHAIN_HOOKS))
  let table = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('*')) table = line.slice(1).trim()
    const policy = /^:(\S+) (\S+)/.exec(line)
    const common = { ...EMPTY, family: 'ip', table }
    if (policy !== null && wanted.has(policy[1] ?? '')) {
      const chain = policy[1] ?? ''
      const hook = CHAIN_HOOKS[chain] ?? ''
      rows.push({ ...common, chain, hook, name: 'policy', action: (policy[2] ?? '').toLowerCase() })
    }
    const rule = /^-A (\S+) (.*)$/.exec(line)
    if (rule === null || !wanted.has(rule[1] ?? '')) continue
    const [chain = '', expression = ''] = [rule[1], rule[2]]
    const said = (option: string): string =>
      new RegExp(`(?:^| )${option} (\\S+)`).exec(expression)?.[1] ?? ''
    const target = said('-j') || said('-g')
    if (target !== '' && target === target.toUpperCase()) wanted.add(target)
    rows.push({
      ...common,
      chain,
      hook: CHAIN_HOOKS[chain] ?? '',
      action: target.toLowerCase(),
      address: said('-s') || said('-d'),
      interface: said('-i'),
      port: said('--dport') || said('--dports'),
      protocol: said('-p'),
      name: /--comment "([^"]*)"/.exec(expression)?.[1] ?? '',
      expression,
    })
  }
  return rows
}
