import { Menu, OnceButton } from '../../look/controls.js'
import { Table } from '../../look/table/table.js'
import { settings } from '../../settings/settings.js'
import { words } from '../../text/terminal/words.js'
import { positionList } from '../../trader/account/account.js'
import { groupsOf } from '../../trader/account/position-groups.js'
import { positionWords } from '../../trader/requests/changing.js'
import { askClose, askClosePart } from '../../trader/requests/closing.js'
import { mayTrade } from '../../trader/requests/sending.js'
import { openGroups, toggleGroup } from './open-groups.js'
import { CloseMany, GroupActs, PositionActs } from './position-acts.js'
import { isGroup, type PositionLine, positionColumns } from './position-columns.js'

/** The table of open positions with their live profit and actions. */
export function PositionsTable() {
  const { positions: text } = words.value
  const positions = positionList.value
  const rows: readonly PositionLine[] = settings.value.isGrouped
    ? groupsOf(positions).flatMap((group): readonly PositionLine[] =>
        group.positions.length === 1 ? group.positions : [group],
      )
    : positions
  return (
    <Table
      name="positions"
      label={text.title}
      columns={positionColumns.value}
      rows={rows}
      keyOf={(line) => (isGroup(line) ? line.key : String(line.id))}
      lookOf={(line) => (isGroup(line) ? 'group' : '')}
      inside={(line) => (isGroup(line) && openGroups.value.has(line.key) ? line.positions : [])}
      total={text.total}
      acts={{
        head: (
          <Menu label={text.all} text={text.all}>
            {(close) => <CloseMany close={close} />}
          </Menu>
        ),
        of: (line) => <CloseButton line={line} />,
      }}
      menu={{
        labelOf: (line) =>
          isGroup(line)
            ? `${text.actions}: ${words.value.sides[line.side]} ${line.symbol}`
            : `${text.actions}: ${line.symbol} ${line.id}`,
        of: (line, close) =>
          isGroup(line) ? (
            <GroupActs group={line} close={close} onOpen={() => toggleGroup(line.key)} />
          ) : (
            <PositionActs position={line} close={close} />
          ),
      }}
    />
  )
}

function CloseButton({ line }: { line: PositionLine }) {
  const { positions: text, sides } = words.value
  const what = isGroup(line)
    ? `${sides[line.side]} ${line.symbol} × ${line.positions.length}`
    : positionWords(line)
  return (
    <OnceButton
      class="small"
      isOff={!mayTrade()}
      label={text.close({ what })}
      onPress={async () => (isGroup(line) ? askClose(line.positions) : askClosePart(line))}
    >
      {words.value.close}
    </OnceButton>
  )
}
