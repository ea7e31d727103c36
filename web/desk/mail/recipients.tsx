import { useEffect } from 'preact/hooks'
import { Field, Segments } from '../../look/controls.js'
import { scopeHas } from '../../staff/groups.js'
import { loginsOf, type MailDraft } from '../../staff/office/mail-draft.js'
import { groupPaths, knownGroups, needGroups } from '../../staff/settings/groups-and-symbols.js'
import { mailWords } from '../../text/desk/mail-words.js'
import { RecipientCount } from './preview.js'
import type { MessagePreview } from './use-preview.js'

const NAMES_SHOWN = 6
const LOGINS_MAX = 1_000

interface MetGroups {
  readonly groups: readonly string[]
  readonly isWrong: boolean
}

/** The recipients of a draft: logins or groups. */
interface Recipients {
  /** The typed logins; null if the text is no list of logins, or if the message goes to groups. */
  readonly logins: readonly number[] | null
  readonly met: MetGroups
  /** The recipients as request fields, or null if there are none. */
  readonly to: { to_logins: number[] } | { to_group: string } | null
  /** The recipients as text for the confirmation. */
  readonly who: string
}

export function useRecipients(draft: MailDraft): Recipients {
  const isToLogins = draft.way === 'logins'
  const group = draft.group.trim()
  const logins = isToLogins ? loginsOf(draft.logins) : null
  const met = useGroups(isToLogins ? '' : group)
  return {
    logins,
    met,
    to: recipientsOf(draft, logins, met),
    who: isToLogins ? mailWords.value.loginCount({ n: String(logins?.length ?? 0) }) : group,
  }
}

/** The fields for the recipients of a mail, with their number. */
export function RecipientFields(props: {
  draft: MailDraft
  recipients: Recipients
  seen: MessagePreview
  /** Whether the input for logins gets the focus when the form opens. */
  isFirst: boolean
  onChange: (changed: Partial<MailDraft>) => void
}) {
  const text = mailWords.value
  const { draft, onChange } = props
  const { logins, met, to } = props.recipients
  return (
    <>
      <Segments
        label={text.toWhom}
        value={draft.way}
        options={Object.entries(text.ways) as [MailDraft['way'], string][]}
        onInput={(way) => onChange({ way })}
      />
      {draft.way === 'logins' ? (
        <Field
          label={text.logins}
          value={draft.logins}
          maxLength={8_000}
          hasFocus={props.isFirst}
          wrong={wrongLogins(logins)}
          onInput={(typed) => onChange({ logins: typed })}
        />
      ) : (
        <>
          <Field
            label={text.group}
            value={draft.group}
            hasFocus={true}
            wrong={met.isWrong ? text.noGroup : undefined}
            onInput={(group) => onChange({ group })}
          />
          <GroupsOfMask met={met} />
        </>
      )}
      {to !== null && <RecipientCount seen={props.seen} email={draft.email} />}
    </>
  )
}

function wrongLogins(logins: readonly number[] | null): string | undefined {
  const text = mailWords.value
  if (logins === null) return text.wrongLogins
  return logins.length > LOGINS_MAX ? text.tooMany({ most: LOGINS_MAX }) : undefined
}

function recipientsOf(
  { way, group }: MailDraft,
  logins: readonly number[] | null,
  met: MetGroups,
): Recipients['to'] {
  if (way === 'group') return met.groups.length === 0 ? null : { to_group: group.trim() }
  if (logins === null || logins.length === 0 || logins.length > LOGINS_MAX) return null
  return { to_logins: [...logins] }
}

/** The groups that a mask matches, among those that the reader may see. */
function useGroups(mask: string): MetGroups {
  const isWanted = mask !== ''
  useEffect(() => {
    if (isWanted) needGroups()
  }, [isWanted])
  const groups = groupPaths.value.filter((path) => isWanted && scopeHas([mask], path))
  return {
    groups,
    isWrong: isWanted && knownGroups.value !== null && groups.length === 0,
  }
}

export function GroupsOfMask({ met }: { met: MetGroups }) {
  const text = mailWords.value
  if (met.groups.length === 0) return null
  const names = met.groups.slice(0, NAMES_SHOWN).join(', ')
  const isMore = met.groups.length > NAMES_SHOWN
  return (
    <p role="status">
      {text.groupsMet({ n: met.groups.length, names: isMore ? `${names}, …` : names })}
    </p>
  )
}
