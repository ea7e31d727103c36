import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { call } from '../../link/rest.js'
import { Choice, Field } from '../../look/controls.js'
import { isStaffGroup } from '../../staff/groups.js'
import { keepTexts, textsOf } from '../../staff/kept-texts.js'
import { addBlocks, type Block } from '../../staff/office/blocks.js'
import type { Application } from '../../staff/records.js'
import { groupPaths, needGroups } from '../../staff/settings/groups-and-symbols.js'
import { say } from '../../state/notes.js'
import { applicationsWords } from '../../text/desk/applications-words.js'
import { ActDialog } from '../changes/act-dialog.js'
import { BlockFields } from './block-fields.js'
import { type Detail, Likenesses } from './likenesses.js'

interface DecideProps<One = Application> {
  one: One
  onClose: () => void
  onDone: () => void
}

const LEVERAGE = /^[1-9]\d{0,4}$/
const LEVERAGE_MAX = 10_000
const REASON_MAX = 512

const isLike = ({ duplicates: { logins, applications } }: Detail): boolean =>
  applications.length + (logins?.length ?? 0) > 0

/**
 * Approves an application and opens the account. Group and leverage are preset from the
 * application; an empty leverage uses the group's default.
 */
export function ApproveDialog({ one, onClose, onDone }: DecideProps<Detail>) {
  const text = applicationsWords.value
  const [group, setGroup] = useState(one.group)
  const [leverage, setLeverage] = useState(one.leverage === 0 ? '' : String(one.leverage))
  const isOwn = leverage.trim() === ''
  const isWhole = isOwn || (LEVERAGE.test(leverage) && Number(leverage) <= LEVERAGE_MAX)
  useEffect(needGroups, [])
  const others = groupPaths.value.filter((path) => !isStaffGroup(path))
  const groups = [...new Set([one.group, ...others])]
  return (
    <ActDialog
      title={text.approveTitle({ id: one.id })}
      act={text.approve}
      isOff={!isWhole}
      unknown={text.unknown}
      send={(key) =>
        call('POST /admin/v1/applications/{id}/approve', {
          key,
          params: { id: one.id },
          body: { group, leverage: Number(leverage) },
        })
      }
      onDone={({ login }) => {
        if (login !== null) say('good', text.approved({ login }))
        onDone()
      }}
      onClose={onClose}
    >
      {one.passwords_by_email ? (
        <p>{text.approveText}</p>
      ) : (
        <p class="banner">{text.noMailServer}</p>
      )}
      {isLike(one) && <Likenesses one={one} />}
      <Choice
        label={text.group}
        value={group}
        options={groups.map((path) => [path, path])}
        onInput={setGroup}
      />
      <Field
        label={`${text.leverage} 1: (${text.leverageEmpty})`}
        value={leverage}
        inputMode="numeric"
        maxLength={5}
        wrong={isWhole ? undefined : text.whole}
        onInput={setLeverage}
      />
    </ActDialog>
  )
}

/**
 * Rejects an application with a typed or saved reason. Blocks are added first. If that fails,
 * nothing is rejected, and a repeat does not add them twice.
 */
export function RejectDialog({ one, onClose, onDone }: DecideProps) {
  const text = applicationsWords.value
  const [reason, setReason] = useState('')
  const [blocks, setBlocks] = useState<readonly Block[]>([])
  const kept = textsOf('applications', text.firstTexts)
  const typed = reason.trim()
  const isKept = kept.includes(typed)
  return (
    <ActDialog
      title={text.rejectTitle({ id: one.id })}
      act={text.reject}
      isOff={typed === ''}
      unknown={text.unknown}
      send={async (key) => {
        const blocked = blocks.length === 0 ? null : await addBlocks(blocks)
        if (blocked !== null && !blocked.ok) return blocked as Answer<never>
        return call('POST /admin/v1/applications/{id}/reject', {
          key,
          params: { id: one.id },
          body: { reason: typed },
        })
      }}
      onDone={() => {
        say('good', text.rejected({ id: one.id }), blocks.length === 0 ? '' : text.blocked)
        onDone()
      }}
      onClose={onClose}
    >
      <p>{text.rejectText}</p>
      <fieldset class="row wrap chips bare" aria-label={text.texts}>
        {kept.map((one) => (
          <button key={one} type="button" class="chip" onClick={() => setReason(one)}>
            {one}
          </button>
        ))}
      </fieldset>
      <div class="field">
        <label for="reject-reason">{text.reason}</label>
        <textarea
          id="reject-reason"
          rows={3}
          maxLength={REASON_MAX}
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </div>
      {typed !== '' && (
        <p>
          <button
            type="button"
            class="small"
            onClick={() =>
              keepTexts(
                'applications',
                isKept ? kept.filter((own) => own !== typed) : [...kept, typed],
              )
            }
          >
            {isKept ? text.forgetText : text.keepText}
          </button>
        </p>
      )}
      <BlockFields one={one} chosen={blocks} onChosen={setBlocks} />
    </ActDialog>
  )
}
