import { useRef, useState } from 'preact/hooks'
import type { Answer } from '../link/answer.js'
import type { Schemas } from '../link/contract.js'
import { call } from '../link/rest.js'
import { own } from '../link/side.js'
import { session } from '../state/session.js'
import { nameOf } from '../text/name-of.js'
import { answerWords } from '../text/refusals.js'
import { timeText } from '../text/times.js'
import { words } from '../text/words.js'
import { OnceButton } from './controls.js'
import { Skeleton } from './panel-data.js'

type Device = Schemas['OwnSessionView']

/**
 * The settings section with the devices on which the account is signed in, read each time it opens.
 * Other sessions can be ended.
 */
export function Devices() {
  const { devices: text } = words.value
  const [devices, setDevices] = useState<readonly Device[] | null>(null)
  const [wrong, setWrong] = useState('')
  const title = useRef<HTMLElement>(null)
  const read = async () => {
    const answer = await call(own('GET /trader/v1/auth/sessions'))
    if (answer.ok) setDevices(answer.data)
    setWrong(wrongWords(answer))
  }
  const signOutOf = async (ended: readonly Device[]) => {
    let refused = ''
    for (const { id } of ended) {
      const answer = await call(own('DELETE /trader/v1/auth/sessions/{id}'), { params: { id } })
      // A session that has already ended is fine too.
      if (answer.code !== 'not_found') refused = wrongWords(answer)
      if (refused !== '') break
    }
    await read()
    if (refused !== '') setWrong(refused)
    // The clicked button disappears with its device, so the focus moves to the title.
    title.current?.focus()
  }
  const here = devices?.filter(({ current }) => current) ?? []
  const others = devices?.filter(({ current }) => !current) ?? []
  return (
    <details
      onToggle={(event) => {
        if (event.currentTarget.open) void read()
      }}
    >
      <summary ref={title}>{text.title}</summary>
      <div class="stack">
        {wrong !== '' && (
          <div class="banner bad" role="alert">
            {wrong}
          </div>
        )}
        {devices === null && wrong === '' && <Skeleton />}
        {devices !== null && (
          <>
            <ul class="edited">
              {[...here, ...others].map((device) => (
                <DeviceRow key={device.id} device={device} onSignOut={() => signOutOf([device])} />
              ))}
            </ul>
            <output class="faint">
              {session.value?.read_only === true
                ? text.ownOnly
                : text.others({ count: others.length })}
            </output>
          </>
        )}
        {others.length > 1 && (
          <OnceButton onPress={() => signOutOf(others)}>{text.signOutOthers}</OnceButton>
        )}
      </div>
    </details>
  )
}

function DeviceRow({ device, onSignOut }: { device: Device; onSignOut: () => Promise<void> }) {
  const { devices: text, header } = words.value
  const { terminal, os, address, current } = device
  const names = [nameOf(text.terminals, terminal), os, address].filter((name) => name !== '')
  const what = [...new Set(names)].join(', ')
  const active = timeText(device.last_activity, false)
  return (
    <li class="row">
      <div class="grow">
        {current && <b>{text.here}: </b>}
        {what} {device.read_only && <span class="badge">{header.readOnly}</span>}
        {device.by_link && <div class="faint">{text.byLink}</div>}
        <div class="faint">{text.active({ time: active })}</div>
        <div class="faint">{text.since({ time: timeText(device.created_at, false) })}</div>
      </div>
      {!current && (
        <OnceButton
          class="small"
          label={`${header.signOut}: ${what}, ${active}`}
          onPress={onSignOut}
        >
          {header.signOut}
        </OnceButton>
      )}
    </li>
  )
}

/** The reason why the request was refused as text; empty if it succeeded. */
function wrongWords(answer: Answer<unknown>): string {
  return answer.ok ? '' : answerWords(answer)
}
