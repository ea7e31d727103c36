import type { FixMessage } from '../codec/message.js'
import { TAG } from '../codec/tags.js'
import { FIX_BEGIN_STRING, type FixField } from '../codec/write.js'
import { fixTime } from '../dictionary/time.js'
import { faultOf } from './field-check.js'
import { FIX_LIMITS, type FixSessionSettings, type FixTime } from './settings.js'

export function logonFields(
  { role, logonFields: more }: FixSessionSettings,
  heartBtSec: number,
  isReset: boolean,
): readonly FixField[] {
  const fields: FixField[] = [
    [TAG.encryptMethod, '0'],
    [TAG.heartBtInt, String(heartBtSec)],
  ]
  if (isReset) fields.push([TAG.resetSeqNum, 'Y'])
  return role === 'initiator' ? [...fields, ...more] : fields
}

/**
 * The reason why the first message cannot start a session. The connection is then closed without an
 * answer.
 */
export function logonFault(
  message: FixMessage,
  settings: FixSessionSettings,
  now: FixTime,
): string | undefined {
  if (message.beginString !== FIX_BEGIN_STRING) return 'it speaks another version of FIX'
  if (message.type !== 'A') return 'its first message is no Logon'
  const { sender, target, strictness } = settings
  if (message.text(TAG.sender) !== target || message.text(TAG.target) !== sender) {
    return 'its CompIDs are not those of this session'
  }
  const seq = message.seq
  if (seq === undefined || seq < 1 || seq > FIX_LIMITS.seqMax) return 'its Logon has no number'
  const sentAt = fixTime(message.text(TAG.sendingTime))
  if (sentAt === undefined || Math.abs(sentAt - now.wall) > FIX_LIMITS.sendingTimeMs) {
    return 'the SendingTime of its Logon is more than two minutes off'
  }
  const fault = faultOf(message, strictness)
  if (fault !== undefined) return `its Logon is wrong: ${fault.text} (${fault.tag ?? ''})`
  if (message.text(TAG.encryptMethod) !== '0') return 'it asks for an encryption'
  const heartBt = message.whole(TAG.heartBtInt)
  const { heartBtSecMin, heartBtSecMax } = settings
  if (heartBt === undefined || heartBt < heartBtSecMin || heartBt > heartBtSecMax) {
    return `its HeartBtInt is not from ${heartBtSecMin} to ${heartBtSecMax}`
  }
  return undefined
}
