import { useEffect, useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { Icon } from '../../look/icons.js'
import { onConfigChange } from '../../staff/connection/config.js'
import { lives } from '../../staff/connection/link.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { type GroupNode, nodesOf } from './group-nodes.js'

type Groups = Parameters<typeof nodesOf>[0]

/**
 * The tree of groups within the reader's scope, with the number of accounts. A click filters the
 * list by the group.
 */
export function GroupTree(props: { chosen: string; onChoose: (group: string) => void }) {
  const text = accountsWords.value
  const [groups, setGroups] = useState<Groups>([])
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const read = () =>
    call('GET /admin/v1/accounts/groups', { query: { counts: true } }).then((answer) => {
      if (answer.ok) setGroups(answer.data.items)
    })
  useEffect(() => {
    void read()
  }, [lives.value])
  useEffect(
    () =>
      onConfigChange(({ kind }) => {
        if (kind === 'groups') void read()
      }),
    [],
  )
  const nodes = nodesOf(groups)
  const rows: { node: GroupNode; depth: number }[] = []
  const add = (node: GroupNode, depth: number) => {
    rows.push({ node, depth })
    if (!closed.has(node.mask)) for (const child of node.children) add(child, depth + 1)
  }
  for (const node of nodes) add(node, 0)
  const all = groups.reduce((sum, { accounts }) => sum + (accounts ?? 0), 0)
  const toggle = (mask: string) => {
    const next = new Set(closed)
    if (!next.delete(mask)) next.add(mask)
    setClosed(next)
  }
  return (
    <nav class="tree" aria-label={text.groups}>
      <TreeRow
        label={text.allGroups}
        count={all}
        isChosen={props.chosen === ''}
        depth={0}
        onPress={() => props.onChoose('')}
      />
      {rows.map(({ node, depth }) => (
        <TreeRow
          key={node.mask}
          label={node.name}
          count={node.accounts}
          online={node.online}
          isChosen={props.chosen === node.mask}
          isClosed={closed.has(node.mask)}
          depth={depth}
          onPress={() => props.onChoose(props.chosen === node.mask ? '' : node.mask)}
          {...(node.children.length > 0 ? { onToggle: () => toggle(node.mask) } : {})}
        />
      ))}
    </nav>
  )
}

function TreeRow(props: {
  label: string
  count: number
  online?: number
  isChosen: boolean
  isClosed?: boolean
  depth: number
  onPress: () => void
  onToggle?: () => void
}) {
  const { onToggle } = props
  return (
    <div class="tree-row" style={{ paddingLeft: `${4 + props.depth * 14}px` }}>
      {onToggle === undefined ? (
        <span class="tree-mark" />
      ) : (
        <button
          type="button"
          class="plain icon small tree-mark"
          aria-label={props.label}
          aria-expanded={props.isClosed !== true}
          onClick={onToggle}
        >
          <Icon name={props.isClosed === true ? 'plus' : 'minus'} />
        </button>
      )}
      <button
        type="button"
        class="plain tree-name"
        aria-pressed={props.isChosen}
        onClick={props.onPress}
      >
        <span class="grow">{props.label}</span>
        {(props.online ?? 0) > 0 && <span class="online">{props.online}</span>}
        <span class="num faint">{props.count}</span>
      </button>
    </div>
  )
}
